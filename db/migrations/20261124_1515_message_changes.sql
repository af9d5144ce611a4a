-- Reactions, replies and edits are columns of the message, so that a page of messages needs no further read, and
-- so that its texts in memory become invalid with the row's version. `revision` counts the changes. `former_texts`
-- holds the texts before each edit, for complaints, and goes with the message.
alter table messages
  add column reply_to_id bigint,
  add column edited_at timestamptz,
  add column former_texts jsonb,
  add column sender_reaction text,
  add column recipient_reaction text,
  add column revision integer not null default 0;
