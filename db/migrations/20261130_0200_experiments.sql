-- Experiments: what is compared on which site, and who has seen which version.
create table experiments (
  id uuid primary key,
  host text not null references sites on update cascade on delete cascade,
  key text not null,
  kind text not null,
  -- The page or text that is compared. One experiment at a time runs on it.
  ground text not null,
  hypothesis text not null,
  -- [{ name, weight, change }]; the first version is what everybody sees without the experiment.
  variants jsonb not null,
  metric text not null,
  currency text not null,
  guardrails jsonb not null,
  coverage_percent smallint not null check (coverage_percent between 1 and 100),
  state text not null default 'draft' check (state in ('draft', 'running', 'stopped', 'decided')),
  started_at timestamptz,
  stopped_at timestamptz,
  -- Which guardrail stopped it; null for an operator.
  stop_reason text,
  winner smallint check ((winner is null) = (state <> 'decided')),
  -- What the watching job counted last.
  counts jsonb,
  counted_at timestamptz,
  changed_at timestamptz not null default app_now(),
  created_at timestamptz not null default app_now(),
  unique (host, key)
);

create unique index experiments_running on experiments (host, ground) where state = 'running';

create table experiment_exposures (
  experiment_id uuid not null references experiments on delete cascade,
  -- The random number of a visitor's browser, or `m` and the id of a member.
  unit text not null,
  variant smallint not null,
  -- The member, or who signed up from that visit.
  member_id bigint references members on delete cascade,
  first_at timestamptz not null default app_now(),
  primary key (experiment_id, unit)
);

create index experiment_exposures_by_variant on experiment_exposures (experiment_id, variant);
create unique index experiment_exposures_of_member on experiment_exposures (member_id, experiment_id) where member_id is not null;
create index experiment_exposures_of_unit on experiment_exposures (unit) where member_id is null;
