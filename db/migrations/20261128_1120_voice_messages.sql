-- A voice message is a row of `chat_images` with a recording instead of a picture: both are files that one message names, so
-- evidence, purge, export and the deletion of unsent ones are the same.
alter table chat_images
  add column kind text not null default 'image' check (kind in ('image', 'voice')),
  add column duration_ms int,
  add column waveform text check (waveform ~ '^[0-9a-f]{64}$'), -- the loudness of 64 parts, as the sender's browser measured it
  add column listened_at timestamptz,
  add column listened_told boolean not null default false,      -- both sides show when they have read, so the sender learns of it
  add constraint chat_images_of_voice check (kind = 'image' or (duration_ms is not null and waveform is not null));
-- Not valid: every row satisfies the narrower constraint of before, and a scan of all messages would block sends.
alter table messages
  drop constraint messages_kind_check,
  add constraint messages_kind_check check (kind in ('text', 'image', 'voice', 'gift', 'deleted')) not valid;
