-- Towns in which members are also found while they travel (docs/product.md 6.23). The days are the member's, `starts_at` and
-- `ends_at` their first and last moment in the time zone that the member had when the trip was entered.
create table trips (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id) on delete cascade,
  client_id uuid not null,
  country text not null,
  region text not null,
  city text not null,
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  created_at timestamptz not null default app_now()
);
create unique index trips_of_member on trips (member_id, client_id);
-- The search walks the newest trips of a country, a region or a town, without reading the table.
create index trips_country on trips (country, id) include (member_id, starts_at, ends_at);
create index trips_region on trips (country, region, id) include (member_id, starts_at, ends_at);
create index trips_town on trips (country, region, city, id) include (member_id, starts_at, ends_at);
create index trips_end on trips (ends_at);
