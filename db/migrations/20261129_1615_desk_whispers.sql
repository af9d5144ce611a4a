-- Notes of supervisors to whoever writes in a conversation of the desk. Members never see them.
create table desk_whispers (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references conversations on delete cascade,
  operator_id bigint not null,
  client_id uuid not null unique,
  body text not null,
  created_at timestamptz not null default app_now()
);
create index desk_whispers_of_conversation on desk_whispers (conversation_id, id desc);
