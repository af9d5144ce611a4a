-- Conversations whose member is notified of unread messages at `due_at`, unless they have been read by then. Most have been,
-- and a row here costs a third of a job. Rows live for minutes, so no foreign keys guard them.
create table message_notices (
  member_id bigint not null,
  conversation_id bigint not null,
  due_at timestamptz not null,
  primary key (member_id, conversation_id)
);
create index message_notices_due on message_notices (due_at);
