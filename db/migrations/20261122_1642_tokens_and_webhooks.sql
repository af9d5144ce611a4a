-- Ways in for programs: tokens that open some calls, and addresses that are told of what happens.

create table api_tokens (
  id uuid primary key,
  member_id bigint not null references members (id) on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  scopes text[] not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_tokens_of_member on api_tokens (member_id, created_at desc);

create table webhooks (
  id uuid primary key,
  url text not null,
  events text[] not null,
  secret_sealed bytea not null,
  active boolean not null default true,
  created_by bigint not null,
  created_at timestamptz not null default app_now()
);

create table webhook_deliveries (
  id uuid primary key,
  number bigint generated always as identity unique,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  event text not null,
  member_id bigint,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'given_up')),
  tries int not null default 0,
  status int,
  created_at timestamptz not null default app_now(),
  tried_at timestamptz,
  next_at timestamptz
);
create index webhook_deliveries_of on webhook_deliveries (webhook_id, number desc);
create index webhook_deliveries_old on webhook_deliveries (created_at);
create index webhook_deliveries_of_member on webhook_deliveries (member_id) where member_id is not null;
