-- The office filters its list of members and shows the newest first.
create index members_by_status on members (status, id desc);
create index members_paid on members (id desc) where paid_user;
create index members_of_network on members ((tracking ->> 'network'), id desc) where tracking ->> 'network' is not null;
create index profiles_of_country on profiles (country, id desc);
create index profiles_badge on profiles (id desc) where verified;

-- Lists of the office with their filters and columns, as an operator keeps them.
create table office_views (
  operator_id bigint not null references members (id) on delete cascade,
  id uuid not null,
  list text not null,
  name text not null check (length(name) between 1 and 60),
  query text not null check (length(query) <= 2000),
  created_at timestamptz not null default app_now(),
  primary key (operator_id, id)
);

-- What has been done in a bulk act, so that a repeat does only the rest.
create table bulk_acts (
  operator_id bigint not null,
  id uuid not null,
  member_id bigint not null,
  created_at timestamptz not null default app_now(),
  primary key (operator_id, id, member_id)
);
create index bulk_acts_of_member on bulk_acts (member_id);
create index bulk_acts_old on bulk_acts (created_at);
