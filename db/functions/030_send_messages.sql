-- Stores a batch of messages in one transaction. Each message is accepted or refused independently of the others. The
-- caller ensures that a batch holds at most one message per sender, so no decision depends on another message of the batch.
--
-- Lock order: the senders by id, then their conversations by id, then the conditions of recipients of first messages by id,
-- then the likes of comments by pair, then new conversations by pair. Blocking locks both members
-- first (server/moderation/block-member.ts), so a block and a message, even a first one, are serialized.
-- Message ids are assigned under the conversation's lock, so within a conversation they increase in commit order.
--
-- `code` is null for a message that was stored, now or by an earlier send with the same client_id (`repeated`).
-- `in_batch` is an array of objects, a message each (OutgoingMessage in server/chat/store-messages.ts). Its predecessor
-- `send_messages` took a parallel array of each column. It is not dropped, because processes of the previous release
-- call it during an upgrade.
create function store_messages(in_batch json)
returns table (
  n int, code text, recipient bigint, recipient_name text, repeated boolean, conversation bigint, message bigint,
  kind text, body text, gift text, image bigint, price int, created_at timestamptz,
  credits int, paid_user boolean, free_messages_used int, unread int, recipient_paid boolean, recipient_fictional boolean,
  request boolean, quote json, about jsonb, liked text)
language plpgsql
-- Forces index lookups per message, because the statistics of a young database lead to worse plans.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
-- The settings above raise the planner's cost estimates, which would trigger JIT compilation: it takes longer than the statements.
set jit = off
-- A locked row holds up its own messages only: the queue takes them out of the batch (server/chat/send-queue.ts).
set lock_timeout = '250ms'
as $$
#variable_conflict use_column
declare
  this_moment constant timestamptz := app_now();
  this_month constant date := date_trunc('month', this_moment at time zone 'UTC')::date;
  drafts message_draft[];
  senders bigint[];
  has_likes boolean;
  recipients bigint[];
  conversation_ids bigint[];
  repeated_ids bigint[];
  decisions message_decision[];
  given_likes text[] = '{}';
  ids bigint[];
  originals bigint[];
  unreads int[];
  now_requests text[];
  comment record;
  excess record;
begin
  select array_agg(d), array_agg(d.sender), bool_or(d.likes)
    into drafts, senders, has_likes
    from json_populate_recordset(null::message_draft, in_batch) d;

  perform from members where id = any (senders) order by id for no key update;

  select array_agg(case when t.conversation is null then t.profile else p.other_id end order by t.ordinality)
    into recipients
    from unnest(drafts) with ordinality t
    left join lateral side_of(t.sender, t.conversation) p on true;

  perform from unnest(senders, recipients) t (sender, recipient)
    join conversations c on c.member_low = least(t.sender, t.recipient) and c.member_high = greatest(t.sender, t.recipient)
    order by c.id for no key update of c;

  select array_agg(c.id order by t.ordinality), array_agg(m.id order by t.ordinality)
    into conversation_ids, repeated_ids
    from rows from (unnest(recipients), unnest(drafts)) with ordinality t (recipient)
    left join conversations c on c.member_low = least(t.sender, t.recipient) and c.member_high = greatest(t.sender, t.recipient)
    left join lateral repeats_of(c.id, t.sender, t."clientId") m (id) on true;

  -- A change of a recipient's conditions and a first message are serialized, and so are first messages within a daily number.
  if array_position(conversation_ids, null) is not null then
    perform from contact_conditions
      where member_id = any (array(select t.recipient from unnest(recipients, conversation_ids) t (recipient, conversation_id) where t.conversation_id is null))
      order by member_id for no key update;
  end if;

  -- Decide each message. The locks keep the rows that it depends on unchanged.
  select array_agg(row(
        d.code, d.recipient, d.name, d.recipient_paid, d.is_fictional, d.request, d.quote,
        d.price, d.is_free, d.is_start, d.credits, d.paid_user, d.free_messages_used)::message_decision order by d.n)
    into decisions
    from (
      select t.ordinality as n, t.recipient, r.name, cost.price, s.credits, s.paid_user, s.free_messages_used,
        (cost.price = 0 and t.price > 0)::int as is_free,
        (coalesce(p.messages_sent, 0) = 0)::int as is_start,
        rm.paid_user as recipient_paid,
        r.kind = 'fictional' as is_fictional,
        quoted.quote,
        case
          when t.repeated_id is not null or (t.conversation_id is not null and (theirs.request is not null or theirs.messages_sent > 0)) then null
          when has_hidden_word(t.recipient, t.text) then 'veiled'
          when unmet.code is not null then 'waiting'
        end as request,
        case
          when t.repeated_id is not null then 'repeated'
          when s.held_at is not null then 'account_held'
          -- The previous release names no countries, during an upgrade.
          when lacks_age_check(t.sender, t."ageCountries") then 'age_check_required'
          when lacks_verification(t.sender, t.recipient, t."verificationRule") then 'verification_required'
          when r.id is null or r.id = t.sender or r.pool_id <> s.pool_id or r.kind = 'cam' or not is_reachable(rm.status, r.status, rm.held_at)
            or exists (select from acquaintances a where a.owner_id = r.id and a.other_id = t.sender)
            or exists (select from acquaintances a where a.owner_id = t.sender and a.other_id = r.id) then 'not_found'
          -- Check visibility before blocks, so that a hidden member's block stays secret. Unconfirmed members are handled below.
          when rm.status = 'active' and not is_known(rm.status, r.status, is_invisible_to(t.sender, r.id, r.invisible, r.incognito), t.conversation_id is not null) then 'not_found'
          when exists (select from blocks b where b.blocker_id = r.id and b.blocked_id = t.sender) then 'blocked_by'
          when exists (select from blocks b where b.blocker_id = t.sender and b.blocked_id = r.id) then 'blocked'
          when rm.status = 'not_confirmed' then 'recipient_unconfirmed'
          when theirs.request = 'declined' then 'contact_declined'
          when unmet.refused then unmet.code
          when t.prompt is not null and quoted.quote is null then 'answer_gone'
          when t.photo is not null and quoted.quote is null then 'photo_gone'
          when is_covered and rm.refuses_intimate then 'intimate_refused'
          -- The previous release sends no confirmation, during an upgrade.
          when is_covered and not t."intimateConfirmed" then 'intimate_unconfirmed'
          when not s.paid_user and coalesce(p.messages_sent, 0) = 0 and s.conversations_started >= t."freeConversations" then 'conversation_limit'
          when cost.price > 0 and r.kind = 'fictional'
            and not exists (select from fictional_acknowledgements a where a.member_id = t.sender and a.profile_id = r.id) then 'fictional_ack_required'
          when cost.price > 0 and s.spending_paused_until > app_now() then 'spending_paused'
          when cost.price > 0 and s.spending_cap is not null
            and cost.price + case when s.spending_month = this_month then s.spending_month_credits else 0 end > s.spending_cap then 'spending_cap'
          when cost.price > s.credits then 'not_enough_credits'
        end as code
      from rows from (unnest(recipients), unnest(conversation_ids), unnest(repeated_ids), unnest(drafts))
        with ordinality t (recipient, conversation_id, repeated_id)
      join members s on s.id = t.sender
      left join profiles r on r.id = t.recipient
      left join members rm on rm.id = t.recipient
      left join lateral side_of(t.sender, t.conversation_id) p on true
      left join lateral side_of(t.recipient, t.conversation_id) theirs on true
      -- Null in place of the recipient skips the function, which is strict; a condition in WHERE would be checked after its call.
      cross join lateral unmet_condition(case when t.conversation_id is null then t.recipient end, t.sender) unmet
      cross join lateral (
        select case
          when t.prompt is not null then answer_quoted(t.recipient, t.prompt)
          when t.photo is not null then photo_quoted(t.recipient, t.sender, t.photo)
        end as quote
      ) quoted
      cross join lateral (
        select case when t.kind = 'text' and s.free_messages_used < t."freeMessages" then 0 else t.price end as price
      ) cost
      cross join lateral (
        select t.image is not null and exists (select from chat_images i where (i.id = t.image or i.album_of = t.image) and i.intimate is distinct from false) as is_covered
      ) covering
    ) d;

  -- The daily number of new conversations. Only messages that are stored otherwise use it up, and requests do not.
  if array_position(conversation_ids, null) is not null then
    for excess in
      select d.ordinality as n, d.is_refused
        from (
          select t.ordinality, t.sender, t.recipient, c.others = 'refused' as is_refused, c.daily_limit,
              row_number() over (partition by t.recipient order by t.ordinality)
                + case when c.counted_from > this_moment - interval '24 hours' then c.counted else 0 end as number
            from rows from (unnest(senders), unnest(conversation_ids), unnest(decisions)) with ordinality t (sender, conversation_id)
            join contact_conditions c on c.member_id = t.recipient
            where t.code is null and t.request is null and t.conversation_id is null
        ) d
        where d.number > d.daily_limit and not exists (select from likes l where l.liker_id = d.recipient and l.liked_id = d.sender)
    loop
      if excess.is_refused then
        decisions[excess.n].code = 'contact_daily';
      else
        decisions[excess.n].request = 'waiting';
      end if;
    end loop;
    -- Counted before new conversations get their ids, because a null id marks a first message.
    update contact_conditions c set
        counted = case when c.counted_from > this_moment - interval '24 hours' then c.counted + new.number else new.number end,
        counted_from = case when c.counted_from > this_moment - interval '24 hours' then c.counted_from else this_moment end
      from (
        select t.recipient, count(*)::int as number from rows from (unnest(conversation_ids), unnest(decisions)) t (conversation_id)
          where t.code is null and t.request is null and t.conversation_id is null group by 1
      ) new where c.member_id = new.recipient and c.daily_limit is not null;
  end if;

  -- A comment on an answer or a photo can carry a like. A like that is refused is left out, and the message goes without it.
  -- Its recipient is notified of the message only, and of neither if it is a request.
  if has_likes then
    for comment in
      select t.* from rows from (unnest(drafts), unnest(decisions)) with ordinality t
        join members s on s.id = t.sender
        where t.likes and t.code is null and t.about is not null and s.intimate_consent_withdrawn_at is null
        order by least(t.sender, t.recipient), greatest(t.sender, t.recipient)
    loop
      given_likes[comment.ordinality] := (
        select case
            when l.is_new is not true then null
            when l.shown is not true then 'silent'
            when l.match then 'match'
            else 'like'
          end
          from like_profile(comment.sender, comment.recipient, false, comment."ageCountries", comment.request is not null) l
      );
    end loop;
  end if;

  -- Create conversations for first messages. If both sides do so at once, the unique pair leaves one conversation.
  if array_position(conversation_ids, null) is not null then
    insert into conversations (member_low, member_high)
      select distinct least(t.sender, t.recipient), greatest(t.sender, t.recipient)
        from rows from (unnest(senders), unnest(conversation_ids), unnest(decisions)) t (sender, conversation_id)
        where t.code is null and t.conversation_id is null
        order by 1, 2
      on conflict do nothing;
    perform from rows from (unnest(senders), unnest(conversation_ids), unnest(decisions)) t (sender, conversation_id)
      join conversations c on c.member_low = least(t.sender, t.recipient) and c.member_high = greatest(t.sender, t.recipient)
      where t.code is null and t.conversation_id is null
      order by c.id for no key update of c;
    select array_agg(coalesce(t.conversation_id, c.id) order by t.ordinality)
      into conversation_ids
      from rows from (unnest(senders), unnest(conversation_ids), unnest(decisions)) with ordinality t (sender, conversation_id)
      left join conversations c on t.code is null and t.conversation_id is null
        and c.member_low = least(t.sender, t.recipient) and c.member_high = greatest(t.sender, t.recipient);
  end if;

  -- Store, charge and count. The statements below need only the batch, because the locks keep the values read above valid.
  -- A reference to a message that is not in the conversation, or no longer, is left out.
  select array_agg(case when t.code is null then nextval('messages_id_seq') end order by t.ordinality),
      array_agg((select (q.message).id from message_of(t.conversation_id, t."replyTo") q) order by t.ordinality)
    into ids, originals
    from rows from (unnest(conversation_ids), unnest(drafts), unnest(decisions)) with ordinality t (conversation_id);

  select array_agg(w.unread order by w.n), array_agg(w.request order by w.n)
    into unreads, now_requests
    from write_messages(drafts, decisions, ids, conversation_ids, originals) w;

  return query
    with d as (
      select t.*, t.code is null as sent
        from rows from (unnest(conversation_ids), unnest(repeated_ids), unnest(ids), unnest(originals), unnest(unreads),
          unnest(now_requests), unnest(drafts), unnest(decisions)) with ordinality
        t (conversation_id, repeated_id, id, original_id, unread, now_request)
    ),
    charged as (
      update members m set
          credits = m.credits - d.charge,
          free_messages_used = m.free_messages_used + d.is_free,
          conversations_started = m.conversations_started + d.is_start,
          spending_month = case when d.charge > 0 then this_month else m.spending_month end,
          spending_month_credits = case
            when d.charge = 0 then m.spending_month_credits
            when m.spending_month = this_month then m.spending_month_credits + d.charge
            else d.charge
          end
        from d where m.id = d.sender and d.sent and (d.charge > 0 or d.is_free > 0 or d.is_start > 0)
    ),
    -- A wait starts with the first unanswered message and ends when the profile answers. After a refund, a new wait starts.
    waiting as (
      insert into unanswered as w (conversation_id, profile_id, member_id, first_message_id, since)
        select d.conversation_id, d.recipient, d.sender, d.id, this_moment from d where d.sent and d.recipient_fictional
        on conflict (conversation_id) do update set
          first_message_id = excluded.first_message_id, since = excluded.since, returned_at = null, returned_credits = null
          where w.returned_at is not null
    ),
    requested as (
      insert into activities (member_id, kind, key, about_id, details, unread)
        select d.recipient, 'request', d.conversation_id::text, d.sender, jsonb_build_object('conversation', d.conversation_id), false
          from d where d.sent and d.request is not null
        on conflict do nothing
    ),
    touched as (
      update conversations c set last_message_id = newest.id, last_message_at = this_moment
        from (select d.conversation_id, max(d.id) as id from d where d.sent group by 1) newest
        where c.id = newest.conversation_id
    )
    select d.ordinality::int, case when d.code <> 'repeated' then d.code end, d.recipient, d.recipient_name, d.code is not distinct from 'repeated',
        d.conversation_id, coalesce(d.id, (first.message).id),
        coalesce((first.message).kind, d.kind), case when first.version is null then d.text else (first.message).body end,
        case when first.version is null then d.gift else (first.message).gift end, case when first.version is null then d.image else (first.message).image_id end,
        coalesce((first.message).credits, d.charge), coalesce((first.message).created_at, case when d.sent then this_moment end),
        case when d.sent then d.balance - d.charge else d.balance end, d.sender_paid,
        case when d.sent then d.free_used + d.is_free else d.free_used end, d.unread, d.recipient_paid, coalesce(d.recipient_fictional, false),
        coalesce(d.now_request in ('waiting', 'veiled'), false),
        case when d.original_id is not null then quote_of(d.conversation_id, d.original_id) end,
        case when first.version is null then d.about else (first.message).about end,
        given_likes[d.ordinality]
      from d
      left join lateral message_of(d.conversation_id, case when d.code = 'repeated' then d.repeated_id end) first on true
      order by d.ordinality;
end $$;
