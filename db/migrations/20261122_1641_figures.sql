-- What operators read of the site's course. Counted by a job; a screen reads nothing but these tables.

-- Where a member came in: the landing page whose form they sent.
alter table members add column lander text, add column landing_slug text;

-- What became of each member who signed up, without a word about who it is: stays when the member is erased, so that the
-- figures of past days do not change. Times are only ever filled in, or moved to an earlier one that was found.
create table figure_members (
  member_id bigint primary key,
  host text not null,
  network text not null default '',
  lander text not null default '',
  slug text not null default '',
  signed_up_at timestamptz not null,
  activated_at timestamptz,
  wrote_at timestamptz,
  -- The first message to a real member.
  chatted_at timestamptz,
  bought_at timestamptz,
  -- Bit n: was here in the n-th calendar week after the week of signing up.
  active_weeks bigint not null default 0
);
create index figure_members_signed_up on figure_members (signed_up_at);
create index figure_members_activated on figure_members (activated_at);
create index figure_members_wrote on figure_members (wrote_at);
create index figure_members_bought on figure_members (bought_at);
create index figure_members_waiting on figure_members (signed_up_at) where activated_at is null;

-- Which days have been counted. Days are those of UTC.
create table figure_runs (
  day date primary key,
  counted_at timestamptz not null default app_now()
);

create table figure_days (
  day date not null,
  host text not null,
  network text not null,
  lander text not null,
  slug text not null,
  visits int not null default 0,
  bounces int not null default 0,
  signups int not null default 0,
  activated int not null default 0,
  wrote int not null default 0,
  bought int not null default 0,
  primary key (day, host, network, lander, slug)
);

create table figure_money (
  day date not null,
  host text not null,
  country text not null,
  currency text not null,
  network text not null,
  lander text not null,
  slug text not null,
  orders int not null default 0,
  gross_cents bigint not null default 0,
  vat_cents bigint not null default 0,
  refunds int not null default 0,
  refunded_cents bigint not null default 0,
  refunded_vat_cents bigint not null default 0,
  primary key (day, host, country, currency, network, lander, slug)
);

-- How long answers took: seconds in steps of five per cent, so that medians of any days can be made of them.
create table figure_answers (
  day date not null,
  host text not null,
  kind text not null check (kind in ('member', 'fictional')),
  step smallint not null,
  answers int not null,
  primary key (day, host, kind, step)
);

create table figure_cohorts (
  host text not null,
  week date not null,
  weeks_later smallint not null,
  signups int not null,
  members int not null,
  primary key (host, week, weeks_later)
);

-- What a claim of the landing page would say if it were true, measured anew each night.
create table figure_claims (
  measured_on date not null,
  host text not null,
  claim text not null check (claim in ('chat_within_3_days', 'female_members', 'premium_chance')),
  percentage int,
  sample int not null,
  parts jsonb not null default '{}',
  primary key (measured_on, host, claim)
);

create index receipts_by_day on receipts (issued_on);
