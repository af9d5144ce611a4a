-- Writers hold several conversations at once.
alter table desk_claims drop constraint desk_claims_operator_id_key;
create index desk_claims_of_operator on desk_claims (operator_id);
create index desk_claims_by_end on desk_claims (expires_at);

-- Which writers take conversations at the moment, and of which kind. Assigning one locks the writer's row.
create table desk_writers (
  operator_id bigint primary key references members (id) on delete cascade,
  is_on boolean not null default false,
  changed_at timestamptz not null default app_now(),
  active_at timestamptz not null default app_now(),
  -- Null is the site's setting.
  capacity smallint check (capacity between 1 and 20),
  -- Languages of members and fictional profiles that they write for; empty means all.
  languages text[] not null default '{}',
  profiles bigint[] not null default '{}',
  -- Conversations that they handed over, which are not assigned to them again.
  passed_on bigint[] not null default '{}'
);
create index desk_writers_on on desk_writers (active_at) where is_on;

-- Who answered last.
create index desk_answers_of_conversation on desk_answers (conversation_id, message_id desc);
