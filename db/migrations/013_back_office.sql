-- What operators did and looked at.

create table audit_log (
  id bigint generated always as identity primary key,
  operator_id bigint not null,
  action text not null,
  member_id bigint,
  details jsonb not null default '{}',
  created_at timestamptz not null default app_now()
);
