-- The site of the member who got an answer. Null before this release.
alter table desk_answers add column site text;

-- Answers of the desk that a supervisor reads, chosen at random.
create table desk_reviews (
  message_id bigint primary key,
  conversation_id bigint not null,
  operator_id bigint not null,
  sampled_at timestamptz not null default app_now(),
  score smallint check (score between 1 and 5),
  comment text not null default '',
  reviewed_by bigint,
  reviewed_at timestamptz
);
create index desk_reviews_waiting on desk_reviews (message_id) where score is null;
create index desk_reviews_done on desk_reviews (message_id desc) where score is not null;
create index desk_reviews_of_writer on desk_reviews (operator_id, message_id desc) where score is not null;
