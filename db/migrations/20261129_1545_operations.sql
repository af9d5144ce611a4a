-- What the office shows of the installation: the doctor's last findings, alerts, deliverability, and errors of pages.

create table doctor_findings (
  name text primary key,
  place smallint not null,
  state text not null check (state in ('well', 'warning', 'problem')),
  found text not null,
  examined_at timestamptz not null default app_now()
);

create table alerts (
  id bigint generated always as identity primary key,
  rule text not null,
  subject text not null default '',
  value integer not null,
  began_at timestamptz not null default app_now(),
  ended_at timestamptz
);

create unique index alerts_open on alerts (rule, subject) where ended_at is null;

create table alert_recipients (
  member_id bigint primary key references members (id) on delete cascade
);

create table mail_days (
  day date primary key,
  sent integer not null default 0,
  bounced integer not null default 0,
  complained integer not null default 0
);

create table gateway_contacts (
  gateway text primary key,
  answered_at timestamptz,
  failed_at timestamptz,
  failures integer not null default 0
);

create index payment_notifications_by_gateway on payment_notifications (gateway, created_at desc);

create table page_errors (
  release text not null,
  fingerprint text not null,
  name text not null,
  message text not null,
  path text not null,
  frame text,
  count integer not null default 1,
  first_at timestamptz not null default app_now(),
  last_at timestamptz not null default app_now(),
  primary key (release, fingerprint)
);

create index page_errors_by_time on page_errors (last_at);

create table recovery_drills (
  id bigint generated always as identity primary key,
  held_at timestamptz not null default app_now(),
  lost_seconds integer not null,
  restore_seconds integer not null,
  faults integer not null
);
