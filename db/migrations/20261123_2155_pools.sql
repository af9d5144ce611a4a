-- Sites belong to pools: sites of one pool share their members, different pools share nothing (docs/decisions, "Pools of
-- sites"). All present sites share the first pool, so nothing changes for them.
create table pools (
  id smallint generated always as identity primary key,
  name text not null unique
);
insert into pools (name) select coalesce((select overrides ->> 'name' from sites where host = '*'), 'Liaison');

alter table sites add column pool_id smallint not null default 1 references pools (id);

-- The pool of the site at a host; unknown hosts and null mean the default site, as in server/site-settings/site.ts.
create function pool_of_host(in_host text) returns smallint language sql stable as $$
  select coalesce(
    (select s.pool_id from sites s cross join lateral (select regexp_replace(lower(in_host), '^www\.', '') as name) bare
      where s.host = bare.name or bare.name = any (s.aliases) order by s.host = bare.name desc limit 1),
    (select s.pool_id from sites s where s.host = '*'))
$$;

-- The default lasts only for the existing rows; new rows get their pool from the trigger.
alter table members add column pool_id smallint not null default 1;
alter table members alter column pool_id drop default;
alter table profiles add column pool_id smallint not null default 1;
alter table profiles alter column pool_id drop default;

-- A member's pool is that of the site of the signup. No insert has to name it, and nothing changes it afterwards. A restored
-- row keeps its own.
create function set_member_pool() returns trigger language plpgsql as $$
begin
  new.pool_id := coalesce(new.pool_id, pool_of_host(new.host));
  return new;
end $$;
create function set_profile_pool() returns trigger language plpgsql as $$
begin
  new.pool_id := coalesce(new.pool_id, (select m.pool_id from members m where m.id = new.id));
  return new;
end $$;
create function refuse_pool_change() returns trigger language plpgsql as $$
begin
  raise exception 'The pool of a member never changes.';
end $$;
create trigger members_set_pool before insert on members for each row execute function set_member_pool();
create trigger profiles_set_pool before insert on profiles for each row execute function set_profile_pool();
create trigger members_keep_pool before update of pool_id on members for each row
  when (new.pool_id is distinct from old.pool_id) execute function refuse_pool_change();
create trigger profiles_keep_pool before update of pool_id on profiles for each row
  when (new.pool_id is distinct from old.pool_id) execute function refuse_pool_change();

-- An address is unique within its pool: its key ends with the pool, except in the first one (addressKey in
-- contract/rules/account-rules.ts).
alter table members add constraint members_email_key_names_pool
  check (case when pool_id = 1 then email_key not like '%@%@%' else email_key like '%@%@' || pool_id::text end);
alter table members add constraint members_shadow_email_key_names_pool
  check (case when pool_id = 1 then shadow_email_key not like '%@%@%' else shadow_email_key like '%@%@' || pool_id::text end);

-- Each index of the search begins with the pool, so that a small pool's search does not read a large one's rows. Building them
-- takes as long as at any release that adds such an index (20261123_1310_profile_bits.sql).
drop index profiles_fictional, profiles_search, profiles_search_active, profiles_search_active_all_ages, profiles_search_all_ages,
  profiles_search_anywhere, profiles_search_region, profiles_search_region_active, profiles_search_region_all_ages,
  profiles_search_town, profiles_verified, profiles_verified_active, profiles_verified_all_ages, profiles_verified_anywhere;
create index profiles_fictional on profiles (pool_id, kind, gender, country) where kind <> 'member';
create index profiles_search on profiles (pool_id, country, gender, birth_year, id desc) include (date_of_birth, cam_variant) where listed;
create index profiles_search_active on profiles (pool_id, country, gender, birth_year, active_on desc, id desc) include (date_of_birth, cam_variant) where listed;
create index profiles_search_active_all_ages on profiles (pool_id, country, gender, active_on desc, id desc)
  include (cam_variant, region, date_of_birth, looks, interest_bits) where listed;
create index profiles_search_all_ages on profiles (pool_id, country, gender, id desc) include (cam_variant, date_of_birth, looks, interest_bits) where listed;
create index profiles_search_anywhere on profiles (pool_id, gender, birth_year, id desc) include (date_of_birth, cam_variant) where listed;
create index profiles_search_region on profiles (pool_id, country, region, gender, birth_year, id desc) include (date_of_birth, cam_variant) where listed;
create index profiles_search_region_active on profiles (pool_id, country, region, gender, birth_year, active_on desc, id desc)
  include (date_of_birth, cam_variant) where listed;
create index profiles_search_region_all_ages on profiles (pool_id, country, region, gender, id desc)
  include (cam_variant, date_of_birth, looks, interest_bits) where listed;
create index profiles_search_town on profiles (pool_id, country, gender, city, id desc) include (date_of_birth, cam_variant) where listed;
create index profiles_verified on profiles (pool_id, country, gender, birth_year, id desc)
  include (date_of_birth, cam_variant, region) where listed and verified;
create index profiles_verified_active on profiles (pool_id, country, gender, active_on desc, id desc)
  include (cam_variant, region, date_of_birth, birth_year, looks, interest_bits) where listed and verified;
create index profiles_verified_all_ages on profiles (pool_id, country, gender, id desc)
  include (cam_variant, region, city, date_of_birth, looks, interest_bits) where listed and verified;
create index profiles_verified_anywhere on profiles (pool_id, gender, birth_year, id desc) include (date_of_birth, cam_variant) where listed and verified;
