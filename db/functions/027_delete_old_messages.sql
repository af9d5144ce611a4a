-- Deletes up to `in_most` messages that are older than some days, with the excerpts of those that are the newest of their
-- conversation, and returns how many there were.
create or replace function delete_old_messages(in_days int, in_most int) returns int language sql as $$
  with old as (
    select conversation_id, id from messages where created_at < app_now() - in_days * interval '1 day' limit in_most
  ),
  gone as (delete from messages m using old where m.conversation_id = old.conversation_id and m.id = old.id returning m.conversation_id, m.id),
  forgotten as (
    update participants p set last_excerpt = null
      from gone join conversations c on c.id = gone.conversation_id and c.last_message_id = gone.id
      where p.conversation_id = c.id and p.member_id in (c.member_low, c.member_high) and p.last_message_id = gone.id
  )
  select count(*)::int from gone
$$;
