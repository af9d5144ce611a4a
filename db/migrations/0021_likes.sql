-- Received likes list new ones first (section 2).
drop index likes_received;
create index likes_received on likes (liked_id, like_new desc, id desc) include (liker_id); -- likes.php, the received tab

-- Whom the house brought to a member's attention, at most one fictional profile a day (security.md, "honesty").
create table auto_likes (
  member_id bigint not null references members on delete cascade,
  day date not null,
  profile_id bigint not null,
  created_at timestamptz not null default app_now(),
  primary key (member_id, day)
);

create index blocks_of_blocker on blocks (blocker_id, created_at desc, blocked_id desc); -- blocks.php
