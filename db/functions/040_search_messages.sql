-- Full-text search in a member's own messages, newest conversation first and newest message first within each, by
-- scanning ranges of the primary key. There is deliberately no text index: it would slow down every send and retain
-- words of deleted messages. Work is bounded instead: after `in_budget` rows the position is returned as the last row
-- (`body` null), from which the caller continues.
--
-- `in_patterns`: regular expressions, all of which a message must match.
-- `in_conversation`, `in_before`: conversation and message where the previous call stopped.
-- `in_side`: newest message of that conversation at the time; other conversations follow below it. All null at first.
drop function if exists search_messages;
create function search_messages(
  in_member bigint, in_patterns text[], in_days int, in_conversation bigint, in_before bigint, in_side bigint, in_budget int, in_limit int)
returns table (conversation bigint, other bigint, side bigint, message bigint, sender bigint, created_at timestamptz, body text)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
-- The settings above raise the planner's cost estimates, which would trigger JIT compilation: it takes longer than the statements.
set jit = off
set enable_sort = off
as $$
#variable_conflict use_column
declare
  -- Cost of finding the next conversation, in message rows.
  side_cost constant int := 10;
  budget int := in_budget;
  found int := 0;
  one record;
  said record;
  my_pool constant smallint := (select m.pool_id from members m where m.id = in_member);
begin
  for one in
    select * from (
      select 0 as turn, p.conversation_id, p.other_id, in_side as place, p.cleared_to_id, in_before as before
        from side_of(in_member, in_conversation) p where not p.hidden
      union all
      select 1, p.conversation_id, p.other_id, p.last_message_id, p.cleared_to_id, p.last_message_id + 1
        from (
          select p.* from sides_of(in_member) p
            where not p.hidden and p.last_message_id < coalesce(in_side, 9223372036854775807)
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
    -- Skip members who have left, are blocked either way or are acquaintances. Checked here so that the query above keeps the index order.
    continue when
      not exists (
        select from profiles r join members m on m.id = r.id
          where r.id = one.other_id and r.pool_id = my_pool and is_reachable(m.status, r.status, m.held_at))
      or exists (select from blocks b where b.blocker_id = one.other_id and b.blocked_id = in_member)
      or exists (select from blocks b where b.blocker_id = in_member and b.blocked_id = one.other_id)
      or exists (select from acquaintances a where a.owner_id = one.other_id and a.other_id = in_member)
      or exists (select from acquaintances a where a.owner_id = in_member and a.other_id = one.other_id);
    for said in
      select m.id, m.sender_id, m.created_at, m.kind, m.body from messages_before(one.conversation_id, one.before) m
        where m.id > one.cleared_to_id
          and m.created_at > app_now() - in_days * interval '1 day'
        order by m.id desc
        limit budget
    loop
      budget := budget - 1;
      if said.kind in ('text', 'image') and said.body ~ all (in_patterns) then
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
