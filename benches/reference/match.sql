-- A like that makes a match, and its withdrawal.
-- Frozen at commit 72edf28 (22 November 2026) as a baseline. Do not update it when the product's queries change.

begin;

select pg_advisory_xact_lock(hashtextextended(:pair, 0));

select p.id, p.name, p.kind, m.paid_user as paid, p.id = :me::bigint is true as own, m.status as account, p.status as profile, p.invisible,
      exists (select from blocks where blocker_id = p.id and blocked_id = :me::bigint) as "blockedBy",
      exists (select from blocks where blocker_id = :me::bigint and blocked_id = p.id) as blocked,
      exists (select from participants where member_id = :me::bigint and other_id = p.id) as conversation
    from profiles p join members m on m.id = p.id
    where p.id = :other;

with made as (
        insert into likes (liker_id, liked_id) values (:me, :other) on conflict (liker_id, liked_id) do nothing returning id
      )
      select exists (select from made) as is_new, exists (select from likes where liker_id = :other and liked_id = :me) as match;

select from graphile_worker.add_job(
    :task, payload => :payload::json, run_at => :run_at::timestamptz,
    max_attempts => :attempts::int, job_key => :job_key::text);

commit;

select p.id, p.name, p.kind, m.paid_user as paid, p.id = :other::bigint is true as own, m.status as account, p.status as profile, p.invisible,
      exists (select from blocks where blocker_id = p.id and blocked_id = :other::bigint) as "blockedBy",
      exists (select from blocks where blocker_id = :other::bigint and blocked_id = p.id) as blocked,
      exists (select from participants where member_id = :other::bigint and other_id = p.id) as conversation
    from profiles p join members m on m.id = p.id
    where p.id = :me;

select
  p.id, p.name, date_part('year', age(app_now()::date, p.date_of_birth))::int as age, p.gender, p.country, p.region, p.city,
  p.kind, p.cam_variant, p.cam_url, p.num_photos,
  coalesce(seen.last_active > app_now() - '5 minutes'::interval, false) as online,
  p.created_at > app_now() - '14 days'::interval as is_new,
  photo.id as main_photo_id, photo.storage_key, photo.status as photo_status, photo.formats from profiles p
  left join presence seen on seen.member_id = p.id
  left join photos photo on photo.id = p.main_photo_id and not photo.private where p.id = any(:both::bigint[]);

begin;

select pg_advisory_xact_lock(hashtextextended(:pair, 0));

delete from "likes" where "liker_id" = :me and "liked_id" = :other;

commit;

select p.id, p.name, p.kind, m.paid_user as paid, p.id = :other::bigint is true as own, m.status as account, p.status as profile, p.invisible,
      exists (select from blocks where blocker_id = p.id and blocked_id = :other::bigint) as "blockedBy",
      exists (select from blocks where blocker_id = :other::bigint and blocked_id = p.id) as blocked,
      exists (select from participants where member_id = :other::bigint and other_id = p.id) as conversation
    from profiles p join members m on m.id = p.id
    where p.id = :me;
