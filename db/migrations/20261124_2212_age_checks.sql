-- Age checks of members in countries whose law asks for them (docs/product.md 6.18). A row keeps the result, its method,
-- provider, date and end. `reference` is the provider's name for an open check, and is emptied with the decision.
create table age_checks (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  provider text not null,
  method text,
  state text not null default 'open' check (state in ('open', 'passed', 'failed')),
  reason text,
  reference text,
  started_at timestamptz not null default app_now(),
  due_at timestamptz not null,
  decided_at timestamptz,
  expires_at timestamptz,
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'passed') = (expires_at is not null))
);

create unique index age_checks_open on age_checks (member_id) where state = 'open';
create index age_checks_passed on age_checks (member_id, expires_at) where state = 'passed';
create index age_checks_member on age_checks (member_id, id desc);
create index age_checks_waiting on age_checks (id) where state = 'open';
create index age_checks_reference on age_checks (provider, reference) where reference is not null;

-- The sessions of the sandbox provider, which simulates an external one.
create table sandbox_age_sessions (
  id uuid primary key default gen_random_uuid(),
  check_id bigint not null unique,
  return_url text not null,
  language text not null,
  outcome text not null default 'open',
  created_at timestamptz not null default app_now()
);
