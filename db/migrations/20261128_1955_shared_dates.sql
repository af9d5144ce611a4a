-- Dates that members share with a friend by link. The link is `link_key` and its signature under the site's SECRET, so
-- the table alone opens nothing. `check_in_hours` after the beginning, the member is asked once whether they are home.
create table shared_dates (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id) on delete cascade,
  client_id uuid not null,
  link_key uuid not null default gen_random_uuid(),
  who text not null check (length(who) between 1 and 60),
  place text not null check (length(place) <= 200),
  note text not null check (length(note) <= 1000),
  starts_at timestamptz not null,
  time_zone text not null,
  check_in_hours smallint check (check_in_hours between 1 and 24),
  expires_at timestamptz not null,
  reminded_at timestamptz,
  checked_in_at timestamptz,
  created_at timestamptz not null default app_now()
);
create unique index shared_dates_of_member on shared_dates (member_id, client_id);
create unique index shared_dates_link on shared_dates (link_key);
create index shared_dates_expiry on shared_dates (expires_at);
