-- How long a writer held a conversation.
create table desk_work (
  id bigint generated always as identity primary key,
  operator_id bigint not null,
  site text not null,
  began_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= began_at)
);
create index desk_work_by_end on desk_work (ended_at, operator_id);

-- Credits returned because nobody answered, with the writer who held the conversation or answered in it last.
create table desk_returns (
  id bigint generated always as identity primary key,
  operator_id bigint,
  site text not null,
  credits int not null,
  created_at timestamptz not null default app_now()
);
create index desk_returns_by_time on desk_returns (created_at, operator_id);
