-- The member's account, and the numbers of unread messages and new likes.
-- Frozen at commit 72edf28 (22 November 2026) as a baseline. Do not update it when the product's queries change.

select m.id, coalesce(m.email, '') as email, m.status, m.credits, m.paid_user, m.language, m.notifications_disabled, m.disabled_notification_reason,
      m.roles, m.spending_cap, m.signup_date, m.free_messages_used, m.conversations_started, p.invisible, m.read_marks, coalesce(m.next_time_zone, m.time_zone) as time_zone,
      case when m.spending_paused_until > app_now() then m.spending_paused_until end as paused_until, m.spending_pause_ends_early,
      exists (select from push_subscriptions s where s.member_id = m.id) as push_subscribed,
      (select t.payload ->> 'email' from link_tokens t
        where t.member_id = m.id and t.purpose = 'mail_change' and t.used_at is null and t.expires_at > app_now()
        order by t.created_at desc limit 1) as new_email,
      spent_this_month(m.id) as spent_this_month
    from members m join profiles p on p.id = m.id where m.id = :me and m.status <> 'deleted';

select
  p.id, p.name, date_part('year', age(app_now()::date, p.date_of_birth))::int as age, p.gender, p.country, p.region, p.city,
  p.kind, p.cam_variant, p.cam_url, p.num_photos,
  coalesce(seen.last_active > app_now() - '5 minutes'::interval, false) as online,
  p.created_at > app_now() - '14 days'::interval as is_new,
  photo.id as main_photo_id, photo.storage_key, photo.status as photo_status, photo.formats, p.lat, p.lon,
  p.id = any(array(select mine.liked_id from likes mine where mine.liker_id = :me::bigint and mine.liked_id = any(array[:me::bigint]))) as liked,
  (select me.lat from profiles me where me.id = :me::bigint and me.city is not null) as my_lat,
  (select me.lon from profiles me where me.id = :me::bigint and me.city is not null) as my_lon, p.status, p.date_of_birth, p.sexuality, p.gender_sought, p.interests, p.hair_color, p.eye_color,
        p.body_type, p.relationship_status, p.tattoos, p.about,
        case when seen.last_active > app_now() - interval '1 day' then 'today'
             when seen.last_active > app_now() - interval '7 days' then 'this_week'
             when seen.last_active is not null then 'earlier' end as active_recently
      from profiles p
  left join presence seen on seen.member_id = p.id
  left join photos photo on photo.id = p.main_photo_id and not photo.private where p.id = :me;

select
  photo.id, photo.member_id, photo.private, photo.status, photo.width, photo.height, photo.refusal_reason,
  photo.id = owner.main_photo_id is true as main from photos photo join profiles owner on owner.id = photo.member_id
      where photo.member_id = any(:mine::bigint[])
      order by photo.member_id, main desc, photo.position, photo.id;

select paid_user from members where id = :me;

select member_id as member, sum(unread)::int as unread from participants
      where member_id = any(:mine::bigint[]) and unread > 0 group by member_id;

select m.id as member, (
      select count(*)::int from (
        select from likes l join profiles p on p.id = l.liker_id
        where l.liked_id = m.id and l.like_new and (
  (p.listed or (p.status = 'active' and exists (select from participants c where c.member_id = m.id::bigint and c.other_id = p.id)))
  and p.id <> m.id::bigint and p.id <> all(array(
  select blocked_id from blocks where blocker_id = m.id::bigint union all select blocker_id from blocks where blocked_id = m.id::bigint))) limit 100
      ) found) as count
    from unnest(:mine::bigint[]) m (id);
