-- Blocks, and complaints with their evidence.

create table blocks (
  blocker_id bigint not null references members on delete cascade,
  blocked_id bigint not null references members on delete cascade,
  created_at timestamptz not null default app_now(),
  -- Taken over from a former account of the same address: listed for its owner only once the mailbox is confirmed.
  inherited boolean not null default false,
  primary key (blocker_id, blocked_id)
);
create index blocks_of_blocked on blocks (blocked_id, blocker_id); -- who must not be shown to me
create index blocks_of_blocker on blocks (blocker_id, created_at desc, blocked_id desc); -- blocks.php

-- Blocks outlive the accounts they are between: whoever signs up again with an address of theirs is met by them.
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

-- A complaint is decided by a person; the reporter hears of it and sees it in a list.
create table complaints (
  id bigint generated always as identity primary key,
  reporter_id bigint,
  reporter_email text,
  profile_id bigint,
  message_id bigint,
  photo_id bigint,
  category text not null,
  body text not null,
  evidence jsonb not null default '{}',
  status text not null default 'open' check (status in ('open', 'in_review', 'resolved', 'rejected')),
  created_at timestamptz not null default app_now(),
  decided_at timestamptz,
  client_id uuid,
  locale text,
  host text,
  evidence_folders text[] not null default '{}', -- files that stay while the evidence does
  evidence_cleared_at timestamptz,
  taken_by bigint,
  taken_at timestamptz,
  decided_by bigint,
  outcome text check (outcome in ('content_removed', 'account_closed', 'no_violation', 'answered')),
  note text                                     -- to the reporter
);
create index complaints_of_reporter on complaints (reporter_id, id desc);
create unique index complaints_client_id on complaints (reporter_id, client_id) where client_id is not null; -- a repeat finds the first
-- The queue: the urgent ones first, then the longest waiting.
create index complaints_waiting on complaints ((category not in ('underage', 'illegal_content')), id) where status in ('open', 'in_review');
create index complaints_about on complaints (profile_id) where profile_id is not null;
create index complaints_folders on complaints using gin (evidence_folders) where evidence_folders <> '{}'; -- may a file be deleted
create index complaints_decided on complaints (decided_at) where decided_at is not null and evidence_cleared_at is null; -- the clean-up job
