-- A writer tells the moderators about a member. These complaints come first: somebody may be in danger.
alter table complaints add column desk_operator bigint;
drop index complaints_by_priority;
alter table complaints drop column priority;
alter table complaints add column priority smallint not null generated always as (
  case when desk_operator is not null then 1 else
    case category when 'underage' then 1 when 'illegal_content' then 1 when 'harassment' then 2 when 'privacy' then 2
      when 'fake_profile' then 3 when 'payment' then 3 else 4 end end) stored;
create index complaints_by_priority on complaints (priority, id) where status in ('open', 'in_review');
