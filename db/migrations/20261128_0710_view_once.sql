-- A picture that its recipient can open once. `opening` is the id that the opener's browser chose, so that a repeat of the
-- request after a lost response opens the same picture again.
alter table chat_images
  add column view_once boolean not null default false,
  add column opened_at timestamptz,
  add column opened_by bigint,                   -- the recipient, or the writer of a fictional profile
  add column opening uuid;
