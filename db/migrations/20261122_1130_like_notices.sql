-- Whom a member was told of as a liker lately, so that a like taken back and given again is one mail a day. Rows older than
-- a day mean nothing and are deleted.
create table like_notices (
  member_id bigint not null references members (id) on delete cascade, -- who was told
  liker_id bigint not null,
  match boolean not null,
  told_at timestamptz not null default app_now(),
  primary key (member_id, liker_id, match)
);
create index like_notices_old on like_notices (told_at); -- forgetting
