-- The chat list: the newest hundred conversations.
-- Frozen at commit 72edf28 (22 November 2026) as a baseline. Do not update it when the product's queries change.

select
  p.id, p.name, date_part('year', age(app_now()::date, p.date_of_birth))::int as age, p.gender, p.country, p.region, p.city,
  p.kind, p.cam_variant, p.cam_url, p.num_photos,
  coalesce(seen.last_active > app_now() - '5 minutes'::interval, false) as online,
  p.created_at > app_now() - '14 days'::interval as is_new,
  photo.id as main_photo_id, photo.storage_key, photo.status as photo_status, photo.formats, side.conversation_id, side.last_message_id as side_last, side.unread, c.last_message_at,
      m.id as message_id, m.sender_id, m.kind as message_kind, left(m.body, :excerpt) as body, m.created_at as sent_at,
      om.status = 'not_confirmed' or (om.status = 'active' and p.status = 'active') as there
    from (
      select conversation_id, other_id, last_message_id, unread, cleared_to_id from participants
        where member_id = :me and not hidden and last_message_id < :before
        order by last_message_id desc limit :limit
    ) side
      join conversations c on c.id = side.conversation_id
      join profiles p on p.id = side.other_id
      join members om on om.id = p.id
  left join presence seen on seen.member_id = p.id
  left join photos photo on photo.id = p.main_photo_id and not photo.private
      left join messages m on m.conversation_id = side.conversation_id and m.id = side.last_message_id and m.id > side.cleared_to_id
        and m.created_at > app_now() - :days * interval '1 day'
    order by side.last_message_id desc;
