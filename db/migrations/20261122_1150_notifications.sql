-- Mails of news: what waits to be told, what was told, what came back, and what operators announce.

-- News that a member has not been mailed yet: one row for each person it is about, so that a flood is one mail.
create table notification_news (
  member_id bigint not null references members on delete cascade,
  type text not null check (type in ('new_conversations', 'new_messages', 'like')),
  about_id bigint not null references members on delete cascade,
  noted_at timestamptz not null default app_now(),
  primary key (member_id, type, about_id)
);
create index notification_news_about on notification_news (about_id); -- the purge of whom it is about

-- News mails that were queued: pauses between them and caps a day and week count these.
create table notification_mails (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  type text not null,
  sent_at timestamptz not null default app_now()
);
create index notification_mails_of on notification_mails (member_id, sent_at desc);
create index notification_mails_old on notification_mails (sent_at); -- the clean-up job

-- Mails that came back for a time ("mailbox full"): several in a row count as an address that is gone.
create table soft_bounces (
  member_id bigint primary key references members on delete cascade,
  count int not null default 0,
  first_at timestamptz not null default app_now()
);

-- What operators tell many members at once.
create table announcements (
  id bigint generated always as identity primary key,
  type text not null check (type in ('news', 'promotions')),
  texts jsonb not null,                          -- by language: subject, text, and label and path of the button
  audience jsonb not null default '{}',
  starts_at timestamptz not null default app_now(),
  status text not null default 'scheduled' check (status in ('scheduled', 'sending', 'sent', 'cancelled')),
  sent int not null default 0,
  created_by bigint,                             -- the operator; null from the command line
  created_at timestamptz not null default app_now()
);
create table announcement_sends (
  announcement_id bigint not null references announcements on delete cascade,
  member_id bigint not null references members on delete cascade,
  sent_at timestamptz not null default app_now(),
  primary key (announcement_id, member_id)
);
create index announcement_sends_of on announcement_sends (member_id); -- the purge
