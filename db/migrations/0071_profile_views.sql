-- Profiles that a member opened lately, for that member alone: the viewed one is never told. At most 50 a member.
create table profile_views (
  member_id bigint not null references members on delete cascade,
  profile_id bigint not null references members on delete cascade,
  viewed_at timestamptz not null default app_now(),
  primary key (member_id, profile_id)
);
create index profile_views_latest on profile_views (member_id, viewed_at desc) include (profile_id); -- recently-viewed.php
create index profile_views_of_profile on profile_views (profile_id); -- the purge of a profile
