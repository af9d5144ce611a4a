-- The site (a host of `sites`) at a host; unknown hosts and null are the default site, as in server/site-settings/site.ts.
create or replace function site_of_host(in_host text) returns text language sql stable as $$
  select coalesce(
    (select s.host from sites s cross join lateral (select regexp_replace(lower(in_host), '^www\.', '') as name) bare
      where s.host = bare.name or bare.name = any (s.aliases) order by s.host = bare.name desc limit 1),
    '*')
$$;

-- The sites that an account concerns: of a member the one of the signup, of an operator those of the scope. Null means all
-- sites, also for accounts that no longer exist.
create or replace function sites_of_member(in_id bigint) returns text[] language sql stable as $$
  select case when m.roles = '{}' and m.dismissed_at is null then array[site_of_host(m.host)] else m.office_sites end
  from members m where m.id = in_id
$$;
