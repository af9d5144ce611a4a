-- Who came by which page of an advertisement.

create table page_visits (
  id bigint generated always as identity primary key,
  lander text, slug text, network text, seconds_on_page int,
  created_at timestamptz not null default app_now()
);
