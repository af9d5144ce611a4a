-- Likes, the swipe game, and whom the house brought to a member's attention.

create table likes (
  liker_id bigint not null references members on delete cascade,
  liked_id bigint not null references members on delete cascade,
  id bigint generated always as identity,        -- order of the lists
  like_new boolean not null default true,        -- cleared when the liked one opens the liker's profile
  created_at timestamptz not null default app_now(),
  primary key (liker_id, liked_id)
);
create index likes_received on likes (liked_id, like_new desc, id desc) include (liker_id); -- likes.php, the received tab: new ones first
create index likes_sent on likes (liker_id, id desc) include (liked_id);
create index likes_new on likes (liked_id) where like_new; -- badge

create table swipe_choices (
  member_id bigint not null references members on delete cascade,
  profile_id bigint not null,
  liked boolean not null,
  day date not null,                             -- the member's own calendar day
  created_at timestamptz not null default app_now(),
  primary key (member_id, profile_id)
);
create index swipe_choices_latest on swipe_choices (member_id, created_at desc) include (profile_id); -- undo of the last choice

create table swipe_days (
  member_id bigint not null references members on delete cascade,
  day date not null,
  likes_used int not null check (likes_used >= 0),
  primary key (member_id, day)
);

-- At most one fictional profile a day.
create table auto_likes (
  member_id bigint not null references members on delete cascade,
  day date not null,
  profile_id bigint not null,
  created_at timestamptz not null default app_now(),
  primary key (member_id, day)
);
