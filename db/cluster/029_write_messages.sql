-- On a cluster: `write_messages` of db/functions/029_write_messages.sql, row by row. A statement with its distribution column as
-- a value goes to one node without further planning; `insert ... select` from arrays would copy into every shard.
drop function if exists write_messages;
create function write_messages(
  in_drafts message_draft[], in_decisions message_decision[], in_ids bigint[], in_conversations bigint[], in_originals bigint[])
returns table (n int, unread int, request text)
language plpgsql as $$
#variable_conflict use_column
declare
  this_moment constant timestamptz := app_now();
  d record;
  side record;
  written record;
  members bigint[] := '{}';
  conversations bigint[] := '{}';
  unreads int[] := '{}';
  requests text[] := '{}';
begin
  for d in
    select t.*
      from rows from (unnest(in_ids), unnest(in_conversations), unnest(in_originals), unnest(in_drafts), unnest(in_decisions))
        with ordinality t (id, conversation_id, original_id)
      where t.id is not null order by t.conversation_id, t.ordinality
  loop
    insert into messages (id, conversation_id, sender_id, client_id, kind, body, gift, image_id, reply_to_id, about, credits, created_at) overriding system value
      values (d.id, d.conversation_id, d.sender, d."clientId", d.kind, d.text, d.gift, d.image, d.original_id, d.about, d.charge, this_moment);
    if d.charge > 0 then
      insert into ledger_entries (member_id, kind, credits, counter_account, balance, idempotency_key, conversation_id, message_id, other_id)
        values (d.sender, case when d.kind in ('text', 'voice') then 'message' else d.kind end, -d.charge, 'spent', d.balance - d.charge,
          'message:' || d.conversation_id || ':' || d."clientId", d.conversation_id, d.id, d.recipient);
    end if;
  end loop;

  -- Two members who write to each other in one batch share rows, so each side is aggregated before the upsert.
  for side in
    with d as (
      select t.*
        from rows from (unnest(in_ids), unnest(in_conversations), unnest(in_drafts), unnest(in_decisions)) t (id, conversation_id)
        where t.id is not null
    )
    select side.member, side.conversation, side.other, sum(side.unread)::int as unread, max(side.message) as message, sum(side.sent)::int as sent, sum(side.spent)::int as spent,
        (array_agg(d.sender order by side.message desc))[1] as sender, (array_agg(d.kind order by side.message desc))[1] as kind,
        (array_agg(excerpt_of(d.text) order by side.message desc))[1] as excerpt,
        case when sum(side.sent) = 0 then max(side.request) end as request, sum(side.sent) = 0 and max(side.request) is not null as hidden
      from d
      cross join lateral (values
        (d.sender, d.recipient, d.conversation_id, d.id, 0, 1, d.charge, null),
        (d.recipient, d.sender, d.conversation_id, d.id, (d.request is null)::int, 0, 0, d.request)
      ) side (member, other, conversation, message, unread, sent, spent, request)
      group by side.member, side.conversation, side.other
      order by side.conversation, side.member
  loop
    insert into participants as p (member_id, conversation_id, other_id, unread, last_message_id, messages_sent, credits_spent,
        last_sender_id, last_kind, last_excerpt, last_sent_at, request, hidden)
      values (side.member, side.conversation, side.other, side.unread, side.message, side.sent, side.spent,
        side.sender, side.kind, side.excerpt, this_moment, side.request, side.hidden)
      on conflict (member_id, conversation_id) do update set
        unread = case when excluded.messages_sent = 0 and coalesce(p.request, excluded.request) in ('waiting', 'veiled') then 0 else p.unread + excluded.unread end,
        last_message_id = excluded.last_message_id,
        -- A message brings an archived conversation back, unless it is muted and the message is the other's.
        archived = p.archived and excluded.messages_sent = 0 and coalesce(p.muted_until > this_moment, false),
        marked_unread = p.marked_unread and excluded.messages_sent = 0,
        messages_sent = p.messages_sent + excluded.messages_sent,
        credits_spent = p.credits_spent + excluded.credits_spent,
        last_sender_id = excluded.last_sender_id,
        last_kind = excluded.last_kind,
        last_excerpt = excluded.last_excerpt,
        last_sent_at = excluded.last_sent_at,
        -- A request stays apart until its recipient accepts it, or answers.
        request = case
          when p.request is null then excluded.request
          when excluded.messages_sent > 0 then 'accepted'
          else p.request
        end,
        hidden = case
          when excluded.messages_sent > 0 then false
          else coalesce(p.request, excluded.request, '') in ('waiting', 'veiled')
        end
      returning p.unread, p.request into written;
    members := members || side.member;
    conversations := conversations || side.conversation;
    unreads := unreads || written.unread;
    requests := array_append(requests, written.request);
  end loop;

  return query
    select d.ordinality::int, s.unread, s.request
      from rows from (unnest(in_conversations), unnest(in_decisions)) with ordinality d (conversation_id)
      left join unnest(members, conversations, unreads, requests) s (member, conversation, unread, request)
        on s.member = d.recipient and s.conversation = d.conversation_id;
end $$;
