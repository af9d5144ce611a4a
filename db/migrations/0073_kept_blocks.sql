-- Blocks outlive the accounts they are between (section 6): whoever signs up again with an address of theirs is met by them.
-- An address is kept as a keyed hash only, and only of members who have blocks or had another address before.
create table block_addresses (
  hash bytea not null,
  member_id bigint not null,                     -- no reference: also of members who were purged
  primary key (hash, member_id)
);
create index block_addresses_of_member on block_addresses (member_id, hash);

-- The blocks of members who were purged, between bare numbers.
create table kept_blocks (
  blocker_id bigint not null,
  blocked_id bigint not null,
  created_at timestamptz not null default app_now(),
  primary key (blocker_id, blocked_id)
);
create index kept_blocks_of_blocked on kept_blocks (blocked_id, blocker_id);

-- Taken over from a former account of the same address: listed for its owner only once the mailbox is confirmed.
alter table blocks add column inherited boolean not null default false;

-- When `next_time_zone` begins to count: the next midnight of the zone before it.
alter table members add column next_time_zone_at timestamptz;
