-- Profiles that a member does not want to find for a while ("Not for me"). Only the member's own lists leave them out.
create table dismissed_profiles (
  member_id bigint not null references members (id) on delete cascade,
  profile_id bigint not null,
  until timestamptz not null,
  primary key (member_id, profile_id)
);
create index dismissed_profiles_list on dismissed_profiles (member_id, until desc, profile_id desc);
create index dismissed_profiles_profile on dismissed_profiles (profile_id);
create index dismissed_profiles_until on dismissed_profiles using brin (until);
