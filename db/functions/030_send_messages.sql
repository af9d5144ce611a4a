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
drop function if exists store_messages;
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
  in_senders bigint[];
  in_conversations bigint[];
  in_profiles bigint[];
  in_client_ids uuid[];
  in_kinds text[];
  in_bodies text[];
  in_gifts text[];
  in_images bigint[];
  in_confirmed boolean[];
  in_replies bigint[];
  in_prompts text[];
  in_photos bigint[];
  in_likes boolean[];
  in_prices int[];
  in_free_limits int[];
  in_conversation_limits int[];
  in_age_countries text[];
  in_verification text[];
  recipients bigint[];
  names text[];
  codes text[];
  found_conversations bigint[];
  found_messages bigint[];
  charges int[];
  balances int[];
  paid_users boolean[];
  free int[];
  free_used int[];
  started int[];
  premium boolean[];
  fictional boolean[];
  requests text[];
  quotes jsonb[];
  likes text[] = '{}';
  ids bigint[];
  originals bigint[];
  unreads int[];
  now_requests text[];
  comment record;
begin
  select array_agg(b.sender order by b.n), array_agg(b.conversation order by b.n), array_agg(b.profile order by b.n),
      array_agg(b.client_id order by b.n), array_agg(b.kind order by b.n), array_agg(b.body order by b.n),
      array_agg(b.gift order by b.n), array_agg(b.image order by b.n), array_agg(b.confirmed order by b.n), array_agg(b.reply_to order by b.n),
      array_agg(b.prompt order by b.n), array_agg(b.photo order by b.n), array_agg(b.likes order by b.n),
      array_agg(b.price order by b.n), array_agg(b.free_limit order by b.n), array_agg(b.conversation_limit order by b.n),
      array_agg(b.age_countries order by b.n), array_agg(b.verification order by b.n)
    into in_senders, in_conversations, in_profiles, in_client_ids, in_kinds, in_bodies, in_gifts, in_images, in_confirmed,
      in_replies, in_prompts, in_photos, in_likes, in_prices, in_free_limits, in_conversation_limits, in_age_countries, in_verification
    from rows from (json_to_recordset(in_batch) as (
        sender bigint, conversation bigint, profile bigint, "clientId" uuid, kind text, text text, gift text, image bigint, "intimateConfirmed" boolean,
        "replyTo" bigint, prompt text, photo bigint, likes boolean, price int, "freeMessages" int, "freeConversations" int, "ageCountries" text, "verificationRule" text))
      with ordinality b (sender, conversation, profile, client_id, kind, body, gift, image, confirmed, reply_to, prompt, photo, likes, price, free_limit, conversation_limit, age_countries, verification, n);

  perform from members where id = any (in_senders) order by id for no key update;

  select array_agg(case when t.conversation is null then t.profile else p.other_id end order by t.n)
    into recipients
    from unnest(in_senders, in_conversations, in_profiles) with ordinality t (sender, conversation, profile, n)
    left join lateral side_of(t.sender, t.conversation) p on true;

  perform from unnest(in_senders, recipients) t (sender, recipient)
    join conversations c on c.member_low = least(t.sender, t.recipient) and c.member_high = greatest(t.sender, t.recipient)
    order by c.id for no key update of c;

  select array_agg(c.id order by t.n)
    into found_conversations
    from unnest(in_senders, recipients) with ordinality t (sender, recipient, n)
    left join conversations c on c.member_low = least(t.sender, t.recipient) and c.member_high = greatest(t.sender, t.recipient);

  select array_agg(m.id order by t.n)
    into found_messages
    from unnest(in_senders, in_client_ids, found_conversations) with ordinality t (sender, client_id, conversation, n)
    left join lateral repeats_of(t.conversation, t.sender, t.client_id) m (id) on true;

  -- A change of a recipient's conditions and a first message are serialized, and so are first messages within a daily number.
  if array_position(found_conversations, null) is not null then
    perform from contact_conditions
      where member_id = any (array(select t.recipient from unnest(recipients, found_conversations) t (recipient, conversation) where t.conversation is null))
      order by member_id for no key update;
  end if;

  -- Decide each message. The locks keep the rows that it depends on unchanged.
  select
      array_agg(d.code order by d.n), array_agg(d.name order by d.n), array_agg(d.price order by d.n),
      array_agg(d.credits order by d.n), array_agg(d.paid_user order by d.n),
      array_agg(d.is_free order by d.n), array_agg(d.free_messages_used order by d.n), array_agg(d.is_start order by d.n),
      array_agg(d.recipient_paid order by d.n), array_agg(d.is_fictional order by d.n), array_agg(d.request order by d.n),
      array_agg(d.quote order by d.n)
    into codes, names, charges, balances, paid_users, free, free_used, started, premium, fictional, requests, quotes
    from (
      select t.n, r.name, cost.price, s.credits, s.paid_user, s.free_messages_used,
        (cost.price = 0 and t.price > 0)::int as is_free,
        (coalesce(p.messages_sent, 0) = 0)::int as is_start,
        rm.paid_user as recipient_paid,
        r.kind = 'fictional' as is_fictional,
        quoted.quote,
        case
          when t.message is not null or (t.conversation is not null and (theirs.request is not null or theirs.messages_sent > 0)) then null
          when has_hidden_word(t.recipient, t.body) then 'veiled'
          when unmet.code is not null then 'waiting'
        end as request,
        case
          when t.message is not null then 'repeated'
          when s.held_at is not null then 'account_held'
          -- The previous release names no countries, during an upgrade.
          when lacks_age_check(t.sender, t.age_countries) then 'age_check_required'
          when lacks_verification(t.sender, t.recipient, t.verification) then 'verification_required'
          when r.id is null or r.id = t.sender or r.pool_id <> s.pool_id or r.kind = 'cam' or not is_there(rm.status, r.status) or rm.held_at is not null
            or exists (select from acquaintances a where a.owner_id = r.id and a.other_id = t.sender)
            or exists (select from acquaintances a where a.owner_id = t.sender and a.other_id = r.id) then 'not_found'
          -- Check visibility before blocks, so that a hidden member's block stays secret. Unconfirmed members are handled below.
          when rm.status = 'active' and not is_known(rm.status, r.status, is_invisible_to(t.sender, r.id, r.invisible, r.incognito), t.conversation is not null) then 'not_found'
          when exists (select from blocks b where b.blocker_id = r.id and b.blocked_id = t.sender) then 'blocked_by'
          when exists (select from blocks b where b.blocker_id = t.sender and b.blocked_id = r.id) then 'blocked'
          when rm.status = 'not_confirmed' then 'recipient_unconfirmed'
          when theirs.request = 'declined' then 'contact_declined'
          when unmet.refused then unmet.code
          when t.prompt is not null and quoted.quote is null then 'answer_gone'
          when t.photo is not null and quoted.quote is null then 'photo_gone'
          when is_covered and rm.refuses_intimate then 'intimate_refused'
          -- The previous release sends no confirmation, during an upgrade.
          when is_covered and not t.confirmed then 'intimate_unconfirmed'
          when not s.paid_user and coalesce(p.messages_sent, 0) = 0 and s.conversations_started >= t.conversation_limit then 'conversation_limit'
          when cost.price > 0 and r.kind = 'fictional'
            and not exists (select from fictional_acknowledgements a where a.member_id = t.sender and a.profile_id = r.id) then 'fictional_ack_required'
          when cost.price > 0 and s.spending_paused_until > app_now() then 'spending_paused'
          when cost.price > 0 and s.spending_cap is not null
            and cost.price + case when s.spending_month = this_month then s.spending_month_credits else 0 end > s.spending_cap then 'spending_cap'
          when cost.price > s.credits then 'not_enough_credits'
        end as code
      from unnest(in_senders, recipients, found_conversations, found_messages, in_kinds, in_bodies, in_images, in_confirmed, in_prompts, in_photos, in_prices, in_free_limits, in_conversation_limits, in_age_countries, in_verification)
        with ordinality t (sender, recipient, conversation, message, kind, body, image, confirmed, prompt, photo, price, free_limit, conversation_limit, age_countries, verification, n)
      join members s on s.id = t.sender
      left join profiles r on r.id = t.recipient
      left join members rm on rm.id = t.recipient
      left join lateral side_of(t.sender, t.conversation) p on true
      left join lateral side_of(t.recipient, t.conversation) theirs on true
      left join lateral (select u.code, u.refused from unmet_condition(t.recipient, t.sender) u where t.conversation is null) unmet on true
      cross join lateral (
        select case
          when t.prompt is not null then answer_quoted(t.recipient, t.prompt)
          when t.photo is not null then photo_quoted(t.recipient, t.sender, t.photo)
        end as quote
      ) quoted
      cross join lateral (
        select case when t.kind = 'text' and s.free_messages_used < t.free_limit then 0 else t.price end as price
      ) cost
      cross join lateral (
        select t.image is not null and exists (select from chat_images i where (i.id = t.image or i.album_of = t.image) and i.intimate is distinct from false) as is_covered
      ) covering
    ) d;

  -- The daily number of new conversations. Only messages that are stored otherwise use it up, and requests do not.
  if array_position(found_conversations, null) is not null then
    select array_agg(case when d.is_over and d.refused then 'contact_daily' else d.code end order by d.n),
        array_agg(case when d.is_over and not d.refused then 'waiting' else d.request end order by d.n)
      into codes, requests
      from (
        select t.n, t.code, t.request, c.others = 'refused' as refused,
          coalesce(t.is_new and c.daily_limit is not null
            and not exists (select from likes l where l.liker_id = t.recipient and l.liked_id = t.sender)
            and row_number() over (partition by t.recipient, t.is_new order by t.n)
              + case when c.counted_from > this_moment - interval '24 hours' then c.counted else 0 end > c.daily_limit, false) as is_over
        from (
          select t.*, t.code is null and t.request is null and t.conversation is null as is_new
            from unnest(in_senders, recipients, codes, requests, found_conversations) with ordinality t (sender, recipient, code, request, conversation, n)
        ) t left join contact_conditions c on t.is_new and c.member_id = t.recipient
      ) d;
    -- Counted here, while `found_conversations` still tells the first messages.
    update contact_conditions c set
        counted = case when c.counted_from > this_moment - interval '24 hours' then c.counted + new.number else new.number end,
        counted_from = case when c.counted_from > this_moment - interval '24 hours' then c.counted_from else this_moment end
      from (
        select t.recipient, count(*)::int as number from unnest(recipients, codes, requests, found_conversations) t (recipient, code, request, conversation)
          where t.code is null and t.request is null and t.conversation is null group by 1
      ) new where c.member_id = new.recipient and c.daily_limit is not null;
  end if;

  -- A comment on an answer or a photo can carry a like. A like that is refused is left out, and the message goes without it.
  -- Its recipient is notified of the message only, and of neither if it is a request.
  for comment in
    select t.* from unnest(in_senders, recipients, in_likes, codes, requests, quotes, in_age_countries)
        with ordinality t (sender, recipient, likes, code, request, quote, age_countries, n)
      join members s on s.id = t.sender
      where t.likes and t.code is null and t.quote is not null and s.intimate_consent_withdrawn_at is null
      order by least(t.sender, t.recipient), greatest(t.sender, t.recipient)
  loop
    likes[comment.n] := (
      select case
          when l.is_new is not true then null
          when l.shown is not true then 'silent'
          when l.match then 'match'
          else 'like'
        end
        from like_profile(comment.sender, comment.recipient, false, comment.age_countries, comment.request is not null) l
    );
  end loop;

  -- Create conversations for first messages. If both sides do so at once, the unique pair leaves one conversation.
  if exists (select from unnest(codes, found_conversations) t (code, conversation) where t.code is null and t.conversation is null) then
    insert into conversations (member_low, member_high)
      select distinct least(t.sender, t.recipient), greatest(t.sender, t.recipient)
        from unnest(in_senders, recipients, codes, found_conversations) t (sender, recipient, code, conversation)
        where t.code is null and t.conversation is null
        order by 1, 2
      on conflict do nothing;
    perform from unnest(in_senders, recipients, codes, found_conversations) t (sender, recipient, code, conversation)
      join conversations c on c.member_low = least(t.sender, t.recipient) and c.member_high = greatest(t.sender, t.recipient)
      where t.code is null and t.conversation is null
      order by c.id for no key update of c;
    select array_agg(coalesce(t.conversation, c.id) order by t.n)
      into found_conversations
      from unnest(in_senders, recipients, codes, found_conversations) with ordinality t (sender, recipient, code, conversation, n)
      left join conversations c on t.code is null and t.conversation is null
        and c.member_low = least(t.sender, t.recipient) and c.member_high = greatest(t.sender, t.recipient);
  end if;

  -- Store, charge and count. The statements below need only the batch, because the locks keep the values read above valid.
  -- A reference to a message that is not in the conversation, or no longer, is left out.
  select array_agg(case when t.code is null then nextval('messages_id_seq') end order by t.n),
      array_agg((select (q.message).id from message_of(t.conversation, t.reply_to) q) order by t.n)
    into ids, originals
    from unnest(codes, found_conversations, in_replies) with ordinality t (code, conversation, reply_to, n);

  select array_agg(w.unread order by w.n), array_agg(w.request order by w.n)
    into unreads, now_requests
    from write_messages(ids, in_senders, recipients, found_conversations, in_client_ids, in_kinds, in_bodies, in_gifts, in_images,
      originals, quotes, charges, balances, requests) w;

  return query
    with d as (
      select t.*, t.code is null as sent
        from unnest(in_senders, recipients, names, in_kinds, in_bodies, in_gifts, in_images, ids, originals,
          codes, found_conversations, found_messages, charges, balances, paid_users, free, free_used, started, premium, fictional, requests, quotes,
          unreads, now_requests) with ordinality
        t (sender, recipient, name, kind, body, gift, image, id, original,
          code, conversation, first, price, credits, paid_user, is_free, free_used, is_start, recipient_paid, is_fictional, request, about,
          unread, now_request, n)
    ),
    charged as (
      update members m set
          credits = m.credits - d.price,
          free_messages_used = m.free_messages_used + d.is_free,
          conversations_started = m.conversations_started + d.is_start,
          spending_month = case when d.price > 0 then this_month else m.spending_month end,
          spending_month_credits = case
            when d.price = 0 then m.spending_month_credits
            when m.spending_month = this_month then m.spending_month_credits + d.price
            else d.price
          end
        from d where m.id = d.sender and d.sent and (d.price > 0 or d.is_free > 0 or d.is_start > 0)
    ),
    -- A wait starts with the first unanswered message and ends when the profile answers. After a refund, a new wait starts.
    waiting as (
      insert into unanswered as w (conversation_id, profile_id, member_id, first_message_id, since)
        select d.conversation, d.recipient, d.sender, d.id, this_moment from d where d.sent and d.is_fictional
        on conflict (conversation_id) do update set
          first_message_id = excluded.first_message_id, since = excluded.since, returned_at = null, returned_credits = null
          where w.returned_at is not null
    ),
    requested as (
      insert into activities (member_id, kind, key, about_id, details, unread)
        select d.recipient, 'request', d.conversation::text, d.sender, jsonb_build_object('conversation', d.conversation), false
          from d where d.sent and d.request is not null
        on conflict do nothing
    ),
    touched as (
      update conversations c set last_message_id = newest.id, last_message_at = this_moment
        from (select d.conversation, max(d.id) as id from d where d.sent group by 1) newest
        where c.id = newest.conversation
    )
    select d.n::int, case when d.code <> 'repeated' then d.code end, d.recipient, d.name, d.code is not distinct from 'repeated',
        d.conversation, coalesce(d.id, (first.message).id),
        coalesce((first.message).kind, d.kind), case when first.version is null then d.body else (first.message).body end,
        case when first.version is null then d.gift else (first.message).gift end, case when first.version is null then d.image else (first.message).image_id end,
        coalesce((first.message).credits, d.price), coalesce((first.message).created_at, case when d.sent then this_moment end),
        case when d.sent then d.credits - d.price else d.credits end, d.paid_user,
        case when d.sent then d.free_used + d.is_free else d.free_used end, d.unread, d.recipient_paid, coalesce(d.is_fictional, false),
        coalesce(d.now_request in ('waiting', 'veiled'), false),
        case when d.original is not null then quote_of(d.conversation, d.original) end,
        case when first.version is null then d.about else (first.message).about end,
        likes[d.n]
      from d
      left join lateral message_of(d.conversation, case when d.code = 'repeated' then d.first end) first on true
      order by d.n;
end $$;
