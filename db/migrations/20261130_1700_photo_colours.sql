-- The average colour of a picture, shown while it loads. Null until it is computed, and empty if the file cannot be read.
alter table photos add column colour text;
alter table photos add constraint photos_colour_check check (colour ~ '^([0-9a-f]{6})?$') not valid;
alter table photos validate constraint photos_colour_check;
create index photos_without_colour on photos (id) where colour is null;

-- Not of a picture that can be seen once.
alter table chat_images add column colour text;
alter table chat_images add constraint chat_images_colour_check check (colour is null or (colour ~ '^[0-9a-f]{6}$' and not view_once)) not valid;
alter table chat_images validate constraint chat_images_colour_check;
