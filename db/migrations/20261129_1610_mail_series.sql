-- Automated series of mails: what a site sends when, who is in which series, and what was sent.
create table mail_series (
  host text not null references sites on update cascade on delete cascade,
  trigger text not null,
  enabled boolean not null default false,
  holdout_percent smallint not null check (holdout_percent between 0 and 50),
  steps jsonb not null,
  changed_at timestamptz not null default app_now(),
  primary key (host, trigger)
);

create table mail_series_runs (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  host text not null,
  trigger text not null,
  -- Members of this group are counted, but sent nothing.
  held_out boolean not null,
  entered_at timestamptz not null default app_now(),
  -- The steps' delays start here.
  begins_at timestamptz not null,
  status text not null default 'running' check (status in ('running', 'done', 'goal', 'left', 'paused', 'off')),
  ended_at timestamptz,
  goal_at timestamptz
);

create unique index mail_series_runs_running on mail_series_runs (member_id, trigger) where status = 'running';
create index mail_series_runs_of_member on mail_series_runs (member_id, trigger, entered_at desc);
create index mail_series_runs_of_site on mail_series_runs (host, trigger, entered_at);
create index mail_series_runs_without_goal on mail_series_runs (entered_at) where goal_at is null;

create table mail_series_sends (
  run_id bigint not null references mail_series_runs on delete cascade,
  mail text not null,
  member_id bigint not null references members on delete cascade,
  outcome text not null check (outcome in ('sent', 'condition', 'unwanted', 'late', 'held_out')),
  mailed boolean not null default false,
  pushed boolean not null default false,
  handled_at timestamptz not null default app_now(),
  unsubscribed_at timestamptz,
  primary key (run_id, mail)
);

create index mail_series_sends_of_member on mail_series_sends (member_id, handled_at desc);
