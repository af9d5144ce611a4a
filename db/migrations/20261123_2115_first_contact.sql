-- Who may write to a member first. A member without a row sets no conditions.
create table contact_conditions (
  member_id bigint primary key references members (id) on delete cascade,
  paused boolean not null default false,
  verified boolean not null default false,
  photo boolean not null default false,
  premium boolean not null default false,
  min_age smallint,
  max_age smallint,
  countries text[] not null default '{}',
  daily_limit smallint check (daily_limit > 0),
  hidden_words text[] not null default '{}',
  -- What happens to a first message that does not meet the conditions.
  others text not null default 'requests' check (others in ('requests', 'refused')),
  -- New conversations in the 24 hours since `counted_from`.
  counted_from timestamptz not null default app_now(),
  counted int not null default 0
);

-- A conversation among the member's requests: `waiting`, or `veiled` because of a hidden word. It is `hidden` until the
-- member accepts it. Null for a conversation that was never a request.
alter table participants add column request text check (request in ('waiting', 'veiled', 'accepted', 'declined'));
create index participants_requests on participants (member_id, last_message_id desc) where request in ('waiting', 'veiled');
