-- Every upload, deletion and conversion of a picture looks up the rows that name its folder.
create index photos_folder on photos (storage_key);
create index chat_images_folder on chat_images (storage_key) where storage_key is not null;
