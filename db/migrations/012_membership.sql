-- Who was purged, as a bare number: a restored backup deletes them again.
create table purged_members (
  member_id bigint primary key,
  purged_at timestamptz not null default app_now()
);
