-- What a member spent in the current calendar month (UTC), kept on the row that every charge changes anyway, so that the
-- member's own spending cap costs a send nothing. `spent_this_month()` reads it.
alter table members
  add column spending_month date,
  add column spending_month_credits int not null default 0 check (spending_month_credits >= 0);

-- An image of the chat waits for its screening; a person looks when it is flagged.
alter table chat_images
  add column formats text[] not null default '{webp}',
  add column fingerprint bigint,
  add column flagged boolean not null default false,
  add column decided_at timestamptz,
  add column decided_by bigint;
create index chat_images_waiting on chat_images (id) where status = 'inspecting'; -- screening, and the queue of the flagged
create index chat_images_refused on chat_images (fingerprint) where status = 'refused'; -- known bad images

create index messages_of_image on messages (image_id) where image_id is not null; -- after screening; images nobody sent
