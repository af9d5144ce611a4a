-- Figures of each quarter of an hour, so that the current day can be compared with earlier days at the same time. Day and
-- minute are those of the site's time zone.

create table figure_quarters (
  day date not null,
  host text not null,
  figure text not null,
  currency text not null default '',
  minute smallint not null check (minute between 0 and 1439),
  value bigint not null,
  primary key (day, host, figure, currency, minute)
);

create table figure_quarter_runs (
  single boolean primary key default true check (single),
  until timestamptz not null,
  -- Counts of events go back to the first day, those of visits and active members to the first run.
  first_day date not null,
  watched_from date not null
);

create table figure_goals (
  month date not null,
  figure text not null,
  currency text not null default '',
  target bigint not null check (target > 0),
  primary key (month, figure, currency)
);

create table figure_notes (
  id bigint generated always as identity primary key,
  day date not null,
  site text,
  body text not null,
  operator_id bigint not null,
  created_at timestamptz not null default app_now()
);

create index figure_notes_by_day on figure_notes (day);

create index members_by_signup on members (signup_date);
create index members_by_confirmation on members (confirmed_at) where confirmed_at is not null;
create index payments_settled on payments (settled_at) where status = 'completed';
create index refunds_settled on refunds (settled_at) where status = 'completed';
