-- Measures with their statement of reasons, appeals, texts for review, changes of credits by operators.

alter table members add column suspended_until timestamptz;  -- with status 'banned': closed until then only
alter table members add column status_before_ban text;

create table measures (
  id bigint generated always as identity primary key,
  member_id bigint not null,                     -- no reference: what was decided stays when the account is gone
  kind text not null check (kind in ('warning', 'content_removed', 'suspension', 'ban', 'correction')),
  ground text not null,
  facts text not null,                           -- what the member reads
  complaint_id bigint,
  operator_id bigint not null,
  until timestamptz,
  undo jsonb not null default '{}',              -- what a reversal brings back: {"photo": 7}
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  ended_by bigint
);
create index measures_of_member on measures (member_id, id desc);
create index measures_to_end on measures (until) where ended_at is null and until is not null; -- the job that lets members back in
create index measures_of_year on measures (created_at); -- transparency

create table appeals (
  id bigint generated always as identity primary key,
  measure_id bigint unique references measures,
  complaint_id bigint unique references complaints,
  member_id bigint,
  body text not null,
  state text not null default 'open' check (state in ('open', 'upheld', 'reversed')),
  note text,
  created_at timestamptz not null default app_now(),
  decided_at timestamptz,
  decided_by bigint,
  check ((measure_id is null) <> (complaint_id is null))
);
create index appeals_waiting on appeals (id) where state = 'open';

create table flagged_texts (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  kind text not null check (kind in ('name', 'about', 'first_message')),
  message_id bigint,
  body text not null,
  rules text[] not null,
  created_at timestamptz not null default app_now(),
  decided_at timestamptz,
  decided_by bigint,
  removed boolean
);
create index flagged_texts_waiting on flagged_texts (id) where decided_at is null;
create unique index flagged_texts_once on flagged_texts (member_id, kind, coalesce(message_id, 0)) where decided_at is null;

create table credit_changes (
  id uuid primary key,
  member_id bigint not null,
  credits int not null check (credits <> 0),
  reason text not null,
  state text not null check (state in ('approval', 'done', 'declined')),
  asked_by bigint not null,
  decided_by bigint,
  created_at timestamptz not null default app_now(),
  settled_at timestamptz
);
create index credit_changes_of_member on credit_changes (member_id, created_at desc);
create index credit_changes_waiting on credit_changes (created_at) where state = 'approval';
create index credit_changes_of_operator on credit_changes (asked_by, created_at);

-- Complaints: what weighs most comes first; more decisions than before.
alter table complaints add column priority smallint not null generated always as (
  case category when 'underage' then 1 when 'illegal_content' then 1 when 'harassment' then 2 when 'privacy' then 2
    when 'fake_profile' then 3 when 'payment' then 3 else 4 end) stored;
create index complaints_by_priority on complaints (priority, id) where status in ('open', 'in_review');
alter table complaints drop constraint complaints_outcome_check;
alter table complaints add constraint complaints_outcome_check check (outcome in ('content_removed', 'account_closed', 'warned', 'suspended', 'no_violation', 'answered'));

-- When name or about text changed last: what the rules for texts look over.
alter table profiles add column texts_changed_at timestamptz not null default app_now();
create index profiles_texts_changed on profiles (texts_changed_at);
create function note_texts_changed() returns trigger language plpgsql as $$
begin
  new.texts_changed_at := app_now();
  return new;
end $$;
create trigger profiles_texts_changed before update of name, about on profiles for each row
  when (old.name is distinct from new.name or old.about is distinct from new.about) execute function note_texts_changed();
