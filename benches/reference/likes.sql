-- A page of received likes: the ids of the senders, then their cards.
-- Frozen at commit 72edf28 (22 November 2026) as a baseline. Do not update it when the product's queries change.

select l.liker_id as profile, l.like_new, l.id
    from likes l join profiles p on p.id = l.liker_id
    where l.liked_id = :me and true and (
  (p.listed or (p.status = 'active' and exists (select from participants c where c.member_id = :me::bigint and c.other_id = p.id)))
  and p.id <> :me::bigint and p.id <> all(array(
  select blocked_id from blocks where blocker_id = :me::bigint union all select blocker_id from blocks where blocked_id = :me::bigint)))
    order by l.like_new desc, l.id desc limit :limit;

select
  p.id, p.name, date_part('year', age(app_now()::date, p.date_of_birth))::int as age, p.gender, p.country, p.region, p.city,
  p.kind, p.cam_variant, p.cam_url, p.num_photos,
  coalesce(seen.last_active > app_now() - '5 minutes'::interval, false) as online,
  p.created_at > app_now() - '14 days'::interval as is_new,
  photo.id as main_photo_id, photo.storage_key, photo.status as photo_status, photo.formats, p.lat, p.lon,
  p.id = any(array(select mine.liked_id from likes mine where mine.liker_id = :me::bigint and mine.liked_id = any(:people::bigint[]))) as liked,
  (select me.lat from profiles me where me.id = :me::bigint and me.city is not null) as my_lat,
  (select me.lon from profiles me where me.id = :me::bigint and me.city is not null) as my_lon from profiles p
  left join presence seen on seen.member_id = p.id
  left join photos photo on photo.id = p.main_photo_id and not photo.private where p.id = any(:people::bigint[]);
