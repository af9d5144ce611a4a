-- Who approved a refund that waited for a second operator. decided_by is also set by whoever gave the money back by hand,
-- so it cannot tell what an operator gave alone.
alter table refunds add column approved_by bigint;

-- Who made a discount code. One above the share of the site is switched on by somebody else.
alter table discount_codes add column made_by bigint;

-- Changes that wait for a second operator: settings of four eyes that are raised, prices that fall a lot.
create table waiting_changes (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('setting', 'package')),
  -- What it changes: a site and its setting, or a package. At most one change of it waits.
  object text not null,
  before jsonb,
  after jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'declined')),
  asked_by bigint not null,
  decided_by bigint,
  created_at timestamptz not null default app_now(),
  decided_at timestamptz
);
create unique index waiting_changes_of_object on waiting_changes (kind, object) where state = 'waiting';

-- The price per credit that falls are measured against: what it was before the first fall, for 30 days.
alter table packages add column reference_prices jsonb;
alter table packages add column reference_at timestamptz;
