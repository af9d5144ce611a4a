-- Several pictures of one message. The message names the first picture, and the others name that one.
alter table chat_images
  add column album_of bigint references chat_images on delete set null,
  add column album_place smallint not null default 0;
create index chat_images_of_album on chat_images (album_of) where album_of is not null;
