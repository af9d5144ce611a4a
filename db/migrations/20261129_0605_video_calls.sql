-- Calls between two members (docs/product.md 10.26). Descriptions of the connection (`…_sdp`) are deleted when the call ends.
create table video_calls (
  id uuid primary key,
  caller_id bigint not null references members (id) on delete cascade,
  callee_id bigint not null references members (id) on delete cascade,
  conversation_id bigint not null,
  kind text not null check (kind in ('video', 'voice')),
  status text not null default 'ringing' check (status in ('ringing', 'connecting', 'active', 'ended')),
  ended text check (ended in ('hung_up', 'declined', 'missed', 'cancelled', 'failed', 'no_credits', 'blocked', 'time_up')),
  credits_per_minute int not null check (credits_per_minute >= 0),
  free_seconds int not null check (free_seconds >= 0),
  minutes int not null check (minutes > 0),
  created_at timestamptz not null default app_now(),
  rings_until timestamptz not null,
  accepted_at timestamptz,
  started_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  generation int not null default 1,
  caller_device uuid not null,
  callee_device uuid,
  -- The last heartbeat of a side, and the beginning of its unbroken series of heartbeats.
  caller_seen_at timestamptz not null default app_now(),
  callee_seen_at timestamptz,
  caller_since timestamptz not null default app_now(),
  callee_since timestamptz,
  caller_connected boolean not null default false,
  callee_connected boolean not null default false,
  caller_clear boolean not null default false,
  callee_clear boolean not null default false,
  caller_sdp text,
  callee_sdp text,
  check (caller_id <> callee_id),
  check ((status = 'ended') = (ended is not null) and (ended is null) = (ended_at is null)),
  check (ended is null or (caller_sdp is null and callee_sdp is null))
);
-- A member is in one call at a time.
create unique index video_calls_caller_open on video_calls (caller_id) where status <> 'ended';
create unique index video_calls_callee_open on video_calls (callee_id) where status <> 'ended';
create index video_calls_pair on video_calls (caller_id, callee_id, created_at);
create index video_calls_callee on video_calls (callee_id);
create index video_calls_old on video_calls (created_at);

-- The paid minutes of a call, each with its charge in the ledger.
create table video_call_minutes (
  call_id uuid not null references video_calls (id) on delete cascade,
  minute int not null check (minute > 0),
  credits int not null check (credits > 0),
  state text not null default 'reserved' check (state in ('reserved', 'captured', 'released')),
  reserved_at timestamptz not null default app_now(),
  settled_at timestamptz,
  primary key (call_id, minute),
  check ((state = 'reserved') = (settled_at is null))
);

alter table members add column refuses_video_calls boolean not null default false;

alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check check (kind in (
  'signup', 'purchase', 'message', 'image', 'gift', 'video_call', 'refund', 'chargeback', 'debt', 'operator_grant', 'demo_grant', 'import', 'lapse')) not valid;
alter table ledger_entries validate constraint ledger_entries_kind_check;
