-- Reads of everybody's messages, for figures: the functions of 003_distributed_reads.sql read those of one member or one
-- conversation. PostgreSQL inlines these too; db/cluster/004_figure_reads.sql has those of a cluster.

create or replace function messages_between(in_from timestamptz, in_until timestamptz)
returns table (conversation_id bigint, id bigint, sender_id bigint, created_at timestamptz) language sql stable parallel safe as $$
  select conversation_id, id, sender_id, created_at from messages where created_at >= in_from and created_at < in_until
$$;

-- Messages that answer the other member, with the first message of theirs that had no answer yet.
create or replace function answers_between(in_from timestamptz, in_until timestamptz)
returns table (sender_id bigint, created_at timestamptz, asker_id bigint, asked_at timestamptz) language sql stable parallel safe as $$
  select a.sender_id, a.created_at, before.sender_id, asked.created_at
    from messages a
    cross join lateral (
      select b.sender_id from messages b where b.conversation_id = a.conversation_id and b.id < a.id order by b.id desc limit 1
    ) before
    cross join lateral (
      select q.created_at from messages q
        where q.conversation_id = a.conversation_id and q.id < a.id and q.id > coalesce((
          select o.id from messages o
            where o.conversation_id = a.conversation_id and o.id < a.id and o.sender_id = a.sender_id
            order by o.id desc limit 1
        ), 0)
        order by q.id limit 1
    ) asked
    where a.created_at >= in_from and a.created_at < in_until and before.sender_id <> a.sender_id
$$;

-- The first message of each conversation that began then, and whether the other member answered it within some days.
create or replace function openings_between(in_from timestamptz, in_until timestamptz, in_days int)
returns table (sender_id bigint, recipient_id bigint, created_at timestamptz, answered boolean) language sql stable parallel safe as $$
  select opening.sender_id, case when c.member_low = opening.sender_id then c.member_high else c.member_low end, opening.created_at,
      exists (select from messages a where a.conversation_id = c.id and a.sender_id <> opening.sender_id
        and a.created_at <= opening.created_at + in_days * interval '1 day')
    from conversations c
    cross join lateral (select o.sender_id, o.created_at from messages o where o.conversation_id = c.id order by o.id limit 1) opening
    where c.created_at >= in_from and c.created_at < in_until
$$;

-- The ledger up to a month, for the books. A cluster adds up entries whose day in any time zone is clear.
create or replace function entries_of_books(in_month date)
returns table (member_id bigint, payment_id uuid, kind text, credits int, created_at timestamptz) language sql stable parallel safe as $$
  select member_id, payment_id, kind, credits, created_at from ledger_entries
    where created_at < ((in_month + interval '1 month')::date + 1)::timestamp at time zone 'UTC'
$$;
