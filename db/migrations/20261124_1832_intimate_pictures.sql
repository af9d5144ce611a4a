-- The verdict about each picture: intimate or not; null without a verdict. Nobody but its sender receives a picture of a
-- chat without the verdict `false`, until they ask for it.
alter table photos add column intimate boolean;
alter table verifications add column intimate boolean;
alter table chat_images
  add column intimate boolean,
  add column shown_at timestamptz,               -- the recipient asked to see it
  alter column storage_key drop not null,        -- a declined image has no files
  drop constraint chat_images_status_check,
  add constraint chat_images_status_check check (status in ('inspecting', 'active', 'refused', 'declined'));
-- Recipients have seen the pictures of earlier releases, which had no verdict.
update chat_images set shown_at = created_at where status = 'active';
-- The member receives no intimate pictures.
alter table members add column refuses_intimate boolean not null default false;
