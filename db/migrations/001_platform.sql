-- What any product would need: the clock, and what left the house.

-- The one clock of every time window (db/functions/001_app_now.sql): defaults name it, so it is there first.
create function app_now() returns timestamptz language sql stable parallel safe as $$ select now() $$;

-- What has left the house, by the key of its message: a job that runs again sends nothing twice.
create table deliveries (
  key uuid primary key,
  delivered_at timestamptz not null default now()
);
create index deliveries_old on deliveries (delivered_at); -- the clean-up job

-- What would have left the house, outside production (mail, SMS, push).
create table outbox_items (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('mail', 'sms', 'push')),
  recipient text not null,
  subject text,
  body_text text,
  body_html text,
  links text[] not null default '{}',
  sent_at timestamptz not null default now()
);
create index outbox_items_of on outbox_items (recipient, id desc);
