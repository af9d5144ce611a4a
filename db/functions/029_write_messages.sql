-- Writes the messages that `store_messages` accepted, their entries in the ledger and both sides of their conversations. The
-- parallel arrays have an element for each message of the batch; those whose id is null were refused. Returns the unread
-- number and the request of each recipient's side. On a cluster db/cluster/029_write_messages.sql replaces it.
create function write_messages(
  in_drafts message_draft[], in_decisions message_decision[], in_ids bigint[], in_conversations bigint[], in_originals bigint[])
returns table (n int, unread int, request text)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
-- The settings above raise the planner's cost estimates, which would trigger JIT compilation: it takes longer than the statements.
set jit = off
as $$
#variable_conflict use_column
declare
  this_moment constant timestamptz := app_now();
begin
  return query
    with d as (
      select t.ordinality as n, t.*
        from rows from (unnest(in_ids), unnest(in_conversations), unnest(in_originals), unnest(in_drafts), unnest(in_decisions))
          with ordinality t (id, conversation_id, original_id)
        where t.id is not null
    ),
    stored as (
      insert into messages (id, conversation_id, sender_id, client_id, kind, body, gift, image_id, reply_to_id, about, credits, created_at) overriding system value
        select d.id, d.conversation_id, d.sender, d."clientId", d.kind, d.text, d.gift, d.image, d.original_id, d.about, d.charge, this_moment from d
    ),
    booked as (
      insert into ledger_entries (member_id, kind, credits, counter_account, balance, idempotency_key, conversation_id, message_id, other_id)
        select d.sender, case when d.kind in ('text', 'voice') then 'message' else d.kind end, -d.charge, 'spent', d.balance - d.charge,
            'message:' || d.conversation_id || ':' || d."clientId", d.conversation_id, d.id, d.recipient
          from d where d.charge > 0
    ),
    sides as (
      -- Two members who write to each other in one batch share rows, so each side is aggregated before the upsert.
      insert into participants as p (member_id, conversation_id, other_id, unread, last_message_id, messages_sent, credits_spent,
          last_sender_id, last_kind, last_excerpt, last_sent_at, request, hidden)
        select side.member, side.conversation, side.other, sum(side.unread), max(side.message), sum(side.sent), sum(side.spent),
            (array_agg(d.sender order by side.message desc))[1], (array_agg(d.kind order by side.message desc))[1],
            (array_agg(excerpt_of(d.text) order by side.message desc))[1], this_moment,
            case when sum(side.sent) = 0 then max(side.request) end, sum(side.sent) = 0 and max(side.request) is not null
          from d
          cross join lateral (values
            (d.sender, d.recipient, d.conversation_id, d.id, 0, 1, d.charge, null),
            (d.recipient, d.sender, d.conversation_id, d.id, (d.request is null)::int, 0, 0, d.request)
          ) side (member, other, conversation, message, unread, sent, spent, request)
          group by side.member, side.conversation, side.other
          order by side.conversation, side.member
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
        returning p.member_id, p.conversation_id, p.unread, p.request
    )
    select d.ordinality::int, sides.unread, sides.request
      from d left join sides on sides.member_id = d.recipient and sides.conversation_id = d.conversation_id;
end $$;
