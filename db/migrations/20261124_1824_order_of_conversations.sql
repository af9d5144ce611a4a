-- A member's order of their own list: each column belongs to one side of a conversation. `muted_until` is 'infinity' for a
-- conversation muted for good.
alter table participants
  add column pinned boolean not null default false,
  add column archived boolean not null default false,
  add column marked_unread boolean not null default false,
  add column muted_until timestamptz;
create index participants_pinned on participants (member_id) where pinned;
create index participants_archived on participants (member_id, last_message_id desc) where archived;
create index participants_marked on participants (member_id) where marked_unread;
