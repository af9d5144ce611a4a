-- Statements of reasons for the European Commission's DSA Transparency Database (docs/operate/dsa-database.md). A row is
-- created with its measure and names nobody. `puid` is the identifier that the database knows.
create table dsa_statements (
  puid uuid primary key default gen_random_uuid(),
  measure_id bigint not null unique references measures,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused')),
  error text,
  created_at timestamptz not null default app_now(),
  tried_at timestamptz,
  check (state <> 'sent' or error is null)
);

create index dsa_statements_waiting on dsa_statements (created_at, puid) where state = 'waiting';
create index dsa_statements_failed on dsa_statements (tried_at) where error is not null;
create index dsa_statements_by_state on dsa_statements (state);
