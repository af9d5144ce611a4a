-- What happened to a member, listed on /activity. An event is one row, however often it is recorded: `key` identifies it
-- within its kind. The list is empty at first: what happened before is still in the likes, the chats and the orders.
create table activities (
  member_id bigint not null references members (id) on delete cascade,
  kind text not null,
  key text not null,
  -- The order of the list. An event that is recorded again gets a new one.
  id bigint not null generated always as identity,
  -- The member whom the event is about, if any.
  about_id bigint,
  details jsonb not null default '{}',
  unread boolean not null,
  created_at timestamptz not null default app_now(),
  primary key (member_id, kind, key)
);
create index activities_list on activities (member_id, id desc);
create index activities_unread on activities (member_id, id desc) where unread;
create index activities_about on activities (about_id) where about_id is not null;
-- For the retention. Rows are stored in the order of their times.
create index activities_created on activities using brin (created_at);
