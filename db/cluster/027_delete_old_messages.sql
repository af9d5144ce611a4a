-- On a cluster: `delete_old_messages` of db/functions, one conversation after the other.
create or replace function delete_old_messages(in_days int, in_most int) returns int language plpgsql as $$
declare
  deleted int := 0;
  old record;
  pair record;
begin
  for old in
    select m.conversation, array_agg(m.id) as ids, count(*)::int as number
      from (
        select conversation_id as conversation, id from messages where created_at < app_now() - in_days * interval '1 day' limit in_most
      ) m group by 1 order by 1
  loop
    delete from messages where conversation_id = old.conversation and id = any (old.ids);
    deleted := deleted + old.number;
    select member_low, member_high, last_message_id into pair from conversations where id = old.conversation;
    if pair.last_message_id = any (old.ids) then
      update participants set last_excerpt = null
        where member_id = pair.member_low and conversation_id = old.conversation and last_message_id = any (old.ids);
      update participants set last_excerpt = null
        where member_id = pair.member_high and conversation_id = old.conversation and last_message_id = any (old.ids);
    end if;
  end loop;
  return deleted;
end $$;
