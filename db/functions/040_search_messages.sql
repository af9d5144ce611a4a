-- Finds words in a member's own messages, newest conversation first and newest message first within each, by the ranges of
-- the primary key. There is no index of words on purpose: it would cost every send, and the words of deleted messages would
-- stay in it. Work is bounded instead: at most `in_budget` rows are looked at, then the place where it stopped is answered as
-- the last row (`body` null) and the caller goes on from there.
--
-- `in_patterns`: regular expressions that a message has to match, all of them.
-- `in_conversation`, `in_before`: the conversation that was being looked through and the message where it stopped;
-- `in_side`: the newest message of that conversation then, below which the other conversations follow. All null at first.
drop function if exists search_messages;
create function search_messages(
  in_member bigint, in_patterns text[], in_days int, in_conversation bigint, in_before bigint, in_side bigint, in_budget int, in_limit int)
returns table (conversation bigint, other bigint, side bigint, message bigint, sender bigint, created_at timestamptz, body text)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_sort = off
as $$
#variable_conflict use_column
declare
  -- Finding the next conversation costs more than one row of messages.
  side_cost constant int := 10;
  budget int := in_budget;
  found int := 0;
  one record;
  said record;
begin
  for one in
    select * from (
      select 0 as turn, p.conversation_id, p.other_id, in_side as place, p.cleared_to_id, in_before as before
        from participants p where p.member_id = in_member and p.conversation_id = in_conversation and not p.hidden
      union all
      select 1, p.conversation_id, p.other_id, p.last_message_id, p.cleared_to_id, p.last_message_id + 1
        from (
          select p.* from participants p
            where p.member_id = in_member and not p.hidden and p.last_message_id < coalesce(in_side, 9223372036854775807)
            order by p.last_message_id desc
        ) p
        where p.conversation_id is distinct from in_conversation
    ) sides
  loop
    budget := budget - side_cost;
    if budget <= 0 then
      return query select one.conversation_id, one.other_id, one.place, one.before, null::bigint, null::timestamptz, null::text;
      return;
    end if;
    -- Members who are gone, or blocked either way, are skipped. Checked here so that the order above stays the order of the index.
    continue when
      not exists (
        select from profiles r join members m on m.id = r.id
          where r.id = one.other_id and is_there(m.status, r.status))
      or exists (select from blocks b where b.blocker_id = one.other_id and b.blocked_id = in_member)
      or exists (select from blocks b where b.blocker_id = in_member and b.blocked_id = one.other_id);
    for said in
      select m.id, m.sender_id, m.created_at, m.kind, m.body from messages m
        where m.conversation_id = one.conversation_id and m.id < one.before and m.id > one.cleared_to_id
          and m.created_at > app_now() - in_days * interval '1 day'
        order by m.id desc
        limit budget
    loop
      budget := budget - 1;
      if said.kind = 'text' and said.body ~ all (in_patterns) then
        found := found + 1;
        return query select one.conversation_id, one.other_id, one.place, said.id, said.sender_id, said.created_at, said.body;
      end if;
      if budget <= 0 or found >= in_limit then
        return query select one.conversation_id, one.other_id, one.place, said.id, null::bigint, null::timestamptz, null::text;
        return;
      end if;
    end loop;
  end loop;
end $$;
