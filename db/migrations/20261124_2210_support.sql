-- Questions to support. A thread belongs to a member, or to a visitor who left an address.
create table support_threads (
  id bigint generated always as identity primary key,
  member_id bigint references members (id) on delete cascade,
  email text,
  host text,
  language text not null,
  subject text not null,
  status text not null default 'open' check (status in ('open', 'waiting', 'snoozed', 'closed')),
  snoozed_until timestamptz,
  -- Since when the member waits for an answer.
  waiting_since timestamptz not null default app_now(),
  assigned_to bigint references members (id) on delete set null,
  -- Raised by everything that the next answer should know of.
  version integer not null default 1,
  unread boolean not null default false,
  client_id uuid not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  check ((status = 'snoozed') = (snoozed_until is not null)),
  unique nulls not distinct (client_id, member_id)
);
create index support_threads_waiting on support_threads (waiting_since, id) where status in ('open', 'snoozed');
create index support_threads_updated on support_threads (status, updated_at, id);
create index support_threads_member on support_threads (member_id, updated_at, id) where member_id is not null;
create index support_threads_assigned on support_threads (assigned_to) where assigned_to is not null;

create table support_messages (
  id bigint generated always as identity primary key,
  thread_id bigint not null references support_threads (id) on delete cascade,
  -- Of the thread, so that the export finds the rows.
  member_id bigint references members (id) on delete cascade,
  -- Null for what the member or visitor wrote.
  operator_id bigint references members (id) on delete set null,
  by_support boolean not null,
  body text not null,
  client_id uuid not null,
  created_at timestamptz not null default app_now(),
  unique (thread_id, client_id)
);
create index support_messages_member on support_messages (member_id) where member_id is not null;
create index support_messages_operator on support_messages (operator_id) where operator_id is not null;

create table support_notes (
  id bigint generated always as identity primary key,
  thread_id bigint not null references support_threads (id) on delete cascade,
  operator_id bigint references members (id) on delete set null,
  body text not null,
  client_id uuid not null,
  created_at timestamptz not null default app_now(),
  unique (thread_id, client_id)
);
create index support_notes_operator on support_notes (operator_id) where operator_id is not null;

-- Who has a thread open now, to warn colleagues.
create table support_viewers (
  thread_id bigint not null references support_threads (id) on delete cascade,
  operator_id bigint not null references members (id) on delete cascade,
  seen_at timestamptz not null default app_now(),
  primary key (thread_id, operator_id)
);
create index support_viewers_operator on support_viewers (operator_id);
