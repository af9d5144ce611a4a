-- The people chosen for a member at the first visit of a day. Rows stay for 30 days, so that nobody is chosen again within
-- them.
create table daily_people (
  member_id bigint not null references members (id) on delete cascade,
  profile_id bigint not null references members (id) on delete cascade,
  day date not null,
  position smallint not null,
  primary key (member_id, profile_id)
);
create index daily_people_profile on daily_people (profile_id);
create index daily_people_day on daily_people (day);

-- The last day for which people were chosen, also when nobody was found.
create table daily_choices (
  member_id bigint primary key references members (id) on delete cascade,
  day date not null
);
