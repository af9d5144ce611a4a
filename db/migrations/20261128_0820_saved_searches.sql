-- Searches that members save. `query` has the parameters of /api/members.php. A daily job looks for matches among the
-- profiles above `searched_to`, and `new_matches` counts those that the member has not looked at.
create table saved_searches (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  query jsonb not null,
  alerts boolean not null,
  searched_to bigint not null,
  new_matches integer not null default 0,
  created_at timestamptz not null default app_now()
);
create unique index saved_searches_query on saved_searches (member_id, md5(query::text));
create index saved_searches_alerts on saved_searches (member_id) where alerts;
