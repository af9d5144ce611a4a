-- On a cluster: the functions of db/functions/004_figure_reads.sql. Every node reads its conversations. Citus sends neither `limit`
-- nor aggregates of a lateral subquery to the nodes, but window functions over the distribution column.

create or replace function messages_between(in_from timestamptz, in_until timestamptz)
returns table (conversation_id bigint, id bigint, sender_id bigint, created_at timestamptz) language plpgsql stable rows 1000 as $$
#variable_conflict use_column
begin
  return query select conversation_id, id, sender_id, created_at from messages where created_at >= in_from and created_at < in_until;
end $$;

-- Messages of one member in a row are a turn. The first message of a turn answers the first one of the turn before.
create or replace function answers_between(in_from timestamptz, in_until timestamptz)
returns table (sender_id bigint, created_at timestamptz, asker_id bigint, asked_at timestamptz) language plpgsql stable rows 1000 as $$
#variable_conflict use_column
begin
  return query
    select answer.sender_id, answer.created_at, answer.asker_id, answer.asked_at
      from (
        select turn.sender_id, turn.created_at,
            lag(turn.sender_id) over conversation as asker_id, lag(turn.created_at) over conversation as asked_at
          from (
            select m.conversation_id, m.id, m.sender_id, m.created_at,
                lag(m.sender_id) over (partition by m.conversation_id order by m.id) as before
              from messages m
              where m.conversation_id in (
                select recent.conversation_id from messages recent where recent.created_at >= in_from and recent.created_at < in_until
              )
          ) turn
          where turn.before is distinct from turn.sender_id
          window conversation as (partition by turn.conversation_id order by turn.id)
      ) answer
      where answer.asker_id is not null and answer.created_at >= in_from and answer.created_at < in_until;
end $$;

-- No message is older than its conversation, so that the first one of a conversation that began then is among these.
create or replace function openings_between(in_from timestamptz, in_until timestamptz, in_days int)
returns table (sender_id bigint, recipient_id bigint, created_at timestamptz, answered boolean) language plpgsql stable rows 1000 as $$
#variable_conflict use_column
begin
  return query
    with opening as materialized (
      select f.conversation_id, f.sender_id, f.created_at,
          coalesce(f.answered_at <= f.created_at + in_days * interval '1 day', false) as answered
        from (
          select s.conversation_id, s.sender_id, s.created_at, s.place,
              min(s.created_at) filter (where s.sender_id <> s.opener_id) over (partition by s.conversation_id) as answered_at
            from (
              select m.conversation_id, m.sender_id, m.created_at,
                  row_number() over conversation as place, first_value(m.sender_id) over conversation as opener_id
                from messages m where m.created_at >= in_from
                window conversation as (partition by m.conversation_id order by m.id)
            ) s
        ) f
        where f.place = 1
    )
    select o.sender_id, case when c.member_low = o.sender_id then c.member_high else c.member_low end, o.created_at, o.answered
      from opening o join conversations c on c.id = o.conversation_id
      where c.created_at >= in_from and c.created_at < in_until;
end $$;

-- Each node adds up a member's entries of one kind and sign, before the month and within it. Entries near the ends of the month
-- come one by one, because their day depends on the site's time zone.
create or replace function entries_of_books(in_month date)
returns table (member_id bigint, payment_id uuid, kind text, credits int, created_at timestamptz) language plpgsql stable rows 1000 as $$
#variable_conflict use_column
declare
  midnight constant timestamptz := in_month::timestamp at time zone 'UTC';
  next_midnight constant timestamptz := (in_month + interval '1 month')::timestamp at time zone 'UTC';
begin
  return query
    select e.member_id, e.payment_id, e.kind, sum(e.credits)::int, max(e.created_at)
      from ledger_entries e
      where e.created_at < next_midnight + interval '1 day'
      group by e.member_id, e.payment_id, e.kind, e.credits > 0,
        case
          when e.created_at < midnight - interval '1 day' then null
          when e.created_at >= midnight + interval '1 day' and e.created_at < next_midnight - interval '1 day' then midnight
          else e.created_at
        end;
end $$;
