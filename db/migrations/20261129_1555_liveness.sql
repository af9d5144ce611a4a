-- Liveness checks beside the selfie of a verification (docs/product.md 12.22). `reference` and `page` name the provider's session
-- while the check is open; afterwards only the result stays.
create table liveness_checks (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  provider text not null check (provider in ('veriff', 'sandbox')),
  state text not null default 'open' check (state in ('open', 'passed', 'failed')),
  reason text check (reason in ('not_live', 'expired', 'withdrawn')),
  reference text,
  page text,
  started_at timestamptz not null default app_now(),
  due_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'failed') = (reason is not null))
);
create unique index liveness_checks_open on liveness_checks (member_id) where state = 'open';
create index liveness_checks_to_settle on liveness_checks (id) where state = 'open';
create index liveness_checks_of_member on liveness_checks (member_id, id desc);
create unique index liveness_checks_session on liveness_checks (provider, reference) where reference is not null;

-- The simulated provider's own records.
create table sandbox_liveness_sessions (
  id uuid primary key default gen_random_uuid(),
  check_id bigint not null unique,
  return_url text not null,
  outcome text not null default 'open' check (outcome in ('open', 'live', 'not_live')),
  created_at timestamptz not null default app_now()
);
