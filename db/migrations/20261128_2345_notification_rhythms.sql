-- Quiet hours and the rhythm of news mails (docs/product.md 3.11) of members who changed them. Times are those of the
-- member's clock; equal ends mean no quiet hours. Days are ISO days of the week, Monday is 1.
create table notification_rhythms (
  member_id bigint primary key references members (id) on delete cascade,
  quiet_from time not null,
  quiet_until time not null,
  quiet_mail boolean not null,
  quiet_push boolean not null,
  mail_rhythm text not null check (mail_rhythm in ('at_once', 'daily', 'weekly')),
  mail_time time not null,
  mail_day smallint not null check (mail_day between 1 and 7),
  changed_at timestamptz not null default app_now()
);

-- Pushes about others that wait for the end of the member's quiet hours. They are sent as one.
create table held_pushes (
  member_id bigint not null references members (id) on delete cascade,
  type text not null,
  about_id bigint not null references members (id) on delete cascade,
  noted_at timestamptz not null default app_now(),
  primary key (member_id, type, about_id)
);
create index held_pushes_about on held_pushes (about_id);
