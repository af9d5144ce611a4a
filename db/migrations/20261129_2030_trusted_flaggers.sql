-- Trusted flaggers (DSA, article 22). Their notices come first, before the urgent ones of everybody else.
create table trusted_flaggers (
  id uuid primary key,
  name text not null,
  email text not null,
  country text not null,
  language text not null,
  -- Links of an earlier version have stopped working.
  link_version integer not null default 1,
  created_by bigint not null,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  ended_by bigint
);
alter table complaints add column trusted_flagger_id uuid;
create index complaints_of_flagger on complaints (trusted_flagger_id, created_at) where trusted_flagger_id is not null;
drop index complaints_by_priority;
alter table complaints drop column priority;
alter table complaints add column priority smallint not null generated always as (
  case when trusted_flagger_id is not null then 0 when desk_operator is not null then 1 else
    case category when 'underage' then 1 when 'illegal_content' then 1 when 'harassment' then 2 when 'privacy' then 2
      when 'fake_profile' then 3 when 'payment' then 3 else 4 end end) stored;
create index complaints_by_priority on complaints (priority, id) where status in ('open', 'in_review');
