-- Messages to fictional profiles that wait for an answer: what the writers' desk lists, and what gives credits back when nobody
-- answers. Written by send_messages; a row goes when the profile answers.
create table unanswered (
  conversation_id bigint primary key references conversations on delete cascade,
  profile_id bigint not null,
  member_id bigint not null,
  -- The first message that waits; those after it wait with it.
  first_message_id bigint not null,
  since timestamptz not null,
  returned_at timestamptz,
  -- Credits given back for this wait.
  returned_credits int
);
-- The desk's list, longest wait first.
create index unanswered_by_wait on unanswered (since, conversation_id);
-- The job that gives credits back.
create index unanswered_overdue on unanswered (since) where returned_at is null;

-- One writer answers one conversation at a time.
create table desk_claims (
  conversation_id bigint primary key references conversations on delete cascade,
  operator_id bigint not null unique,
  claimed_at timestamptz not null default app_now(),
  expires_at timestamptz not null
);

-- What a profile remembers of the other, for whoever writes next.
create table desk_memory (
  conversation_id bigint primary key references conversations on delete cascade,
  body text not null,
  updated_by bigint not null,
  updated_at timestamptz not null default app_now()
);

-- Who wrote which answer, and how long the member had waited: figures of answers and waits, never of revenue.
create table desk_answers (
  message_id bigint primary key,
  operator_id bigint not null,
  conversation_id bigint not null,
  profile_id bigint not null,
  -- Null when nothing waited: the writer wrote once more.
  waited_seconds int,
  created_at timestamptz not null default app_now()
);
create index desk_answers_by_time on desk_answers (created_at, operator_id);

-- What the desk keeps of a fictional profile beside the profile itself.
create table fictional_profiles (
  profile_id bigint primary key references members on delete cascade,
  -- The team's own name for it; members never see it.
  label text not null default '',
  languages text[] not null default '{}',
  -- When its writers are there, by the clock of the profile's country; both null: always.
  opens time,
  closes time,
  -- Makes a repeated creation answer the first.
  key uuid unique,
  created_by bigint,
  created_at timestamptz not null default app_now()
);
