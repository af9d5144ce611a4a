-- Like search.sql, with a region.
-- Frozen at commit 72edf28 (22 November 2026) as a baseline. Do not update it when the product's queries change.

with page as (
      select * from (
    select s.* from unnest(:countries::text[]) c cross join unnest(:genders::text[]) g cross join generate_series(extract(year from (select (app_now()::date - make_interval(years => :older_than::int))::date))::int, extract(year from (select (app_now()::date - make_interval(years => :min_age::int))::date))::int) y
    cross join lateral (
      select p.id  from profiles p
      where p.country = c and p.gender = g and p.region = :region and p.birth_year = y::smallint and p.date_of_birth > (select (app_now()::date - make_interval(years => :older_than::int))::date) and p.date_of_birth <= (select (app_now()::date - make_interval(years => :min_age::int))::date) and p.id < :before::bigint
        and (p.listed and p.id <> :me::bigint and p.id <> all(array(
  select blocked_id from blocks where blocker_id = :me::bigint union all select blocker_id from blocks where blocked_id = :me::bigint))) and p.cam_variant is distinct from 'resell'
      order by p.id desc limit 25
    ) s) r
      order by id desc limit 25
    )
    select
  p.id, p.name, date_part('year', age(app_now()::date, p.date_of_birth))::int as age, p.gender, p.country, p.region, p.city,
  p.kind, p.cam_variant, p.cam_url, p.num_photos,
  coalesce(seen.last_active > app_now() - '5 minutes'::interval, false) as online,
  p.created_at > app_now() - '14 days'::interval as is_new,
  photo.id as main_photo_id, photo.storage_key, photo.status as photo_status, photo.formats, p.lat, p.lon,
  p.id = any(array(select mine.liked_id from likes mine where mine.liker_id = :me::bigint and mine.liked_id = any(array(select id from page)))) as liked,
  (select me.lat from profiles me where me.id = :me::bigint and me.city is not null) as my_lat,
  (select me.lon from profiles me where me.id = :me::bigint and me.city is not null) as my_lon, 0 as day
    from page join profiles p on p.id = page.id
  left join presence seen on seen.member_id = p.id
  left join photos photo on photo.id = p.main_photo_id and not photo.private
    order by p.id desc;

select count(*)::int as count from (
      select from (
    select s.* from unnest(:countries::text[]) c cross join unnest(:genders::text[]) g cross join generate_series(extract(year from (select (app_now()::date - make_interval(years => :older_than::int))::date))::int, extract(year from (select (app_now()::date - make_interval(years => :min_age::int))::date))::int) y
    cross join lateral (
      select p.id  from profiles p
      where p.country = c and p.gender = g and p.region = :region and p.birth_year = y::smallint and p.date_of_birth > (select (app_now()::date - make_interval(years => :older_than::int))::date) and p.date_of_birth <= (select (app_now()::date - make_interval(years => :min_age::int))::date) and p.id < :before::bigint
        and (p.listed and p.id <> :me::bigint and p.id <> all(array(
  select blocked_id from blocks where blocker_id = :me::bigint union all select blocker_id from blocks where blocked_id = :me::bigint))) and p.cam_variant is distinct from 'resell'
      order by p.id desc limit 1000
    ) s) r limit 1000
    ) found;
