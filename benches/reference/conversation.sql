-- Opening a conversation: its header data and the newest fifty messages.
-- Frozen at commit 72edf28 (22 November 2026) as a baseline. Do not update it when the product's queries change.

select
  p.id, p.name, date_part('year', age(app_now()::date, p.date_of_birth))::int as age, p.gender, p.country, p.region, p.city,
  p.kind, p.cam_variant, p.cam_url, p.num_photos,
  coalesce(seen.last_active > app_now() - '5 minutes'::interval, false) as online,
  p.created_at > app_now() - '14 days'::interval as is_new,
  photo.id as main_photo_id, photo.storage_key, photo.status as photo_status, photo.formats, om.status as account, p.status as profile, p.invisible,
      exists (select from blocks where blocker_id = p.id and blocked_id = :me) as blocked_by,
      exists (select from blocks where blocker_id = :me and blocked_id = p.id) as blocked,
      side.conversation_id, c.last_message_at, coalesce(side.credits_spent, 0) as credits_spent,
      coalesce(side.cleared_to_id, 0) as cleared_to_id, coalesce(side.unread, 0) as unread, coalesce(theirs.last_read_id, 0) as read_to,
      exists (select from fictional_acknowledgements a where a.member_id = :me and a.profile_id = p.id) as acknowledged,
      me.paid_user, me.read_marks and om.read_marks as read_marks, me.free_messages_used,
      coalesce(c.created_at < app_now() - :days * interval '1 day', false) as began_before_visible
    from members me
      join profiles p on p.id = (select other_id from participants where member_id = :me and conversation_id = :conversation)
      join members om on om.id = p.id
  left join presence seen on seen.member_id = p.id
  left join photos photo on photo.id = p.main_photo_id and not photo.private
      left join participants side on side.member_id = me.id and side.other_id = p.id
      left join conversations c on c.id = side.conversation_id
      left join participants theirs on theirs.member_id = p.id and theirs.conversation_id = side.conversation_id
    where me.id = :me;

select
  m.id, m.conversation_id, m.sender_id, m.client_id, m.kind, m.body, m.gift, m.credits, m.created_at,
  case when i.id is not null then json_build_object('id', i.id, 'status', i.status, 'width', i.width, 'height', i.height) end as image from messages m left join chat_images i on i.id = m.image_id
    where m.conversation_id = :conversation and m.id < :before and m.id > :above
      and m.created_at > app_now() - :days * interval '1 day'
    order by m.id desc limit :limit;
