-- Landing pages: the operator's own slugs, visits without identity, members who agreed to be shown.
-- A site's own texts, imagery and offer of a slug; '*' holds for every site. What stands here goes before the defaults of the code.
create table landing_slugs (
  host text not null default '*',
  slug text not null check (slug ~ '^([a-z]{2,12}-)?[0-9]{1,4}$'),
  language text not null,
  headline text not null,
  lead text not null,
  button text not null,
  imagery text,
  offer text check (offer in ('messages', 'discount', 'none')),
  updated_at timestamptz not null default app_now(),
  primary key (host, slug, language)
);

-- How landing pages did: counts by day, never a visitor. Goes after 13 months.
drop table page_visits;
create table page_visits (
  day date not null,
  host text not null,
  lander text not null,
  slug text not null default '',
  network text not null default '',
  opened int not null default 0,
  left_within_10 int not null default 0,       -- of those who left, who did within ten seconds
  left_total int not null default 0,
  seconds bigint not null default 0,           -- looked at by those who left, together
  primary key (day, host, lander, slug, network)
);

-- The member agreed to be shown to visitors on landing pages.
alter table profiles add column show_on_landing_pages boolean not null default false;

-- Partners: who sends visitors, what they are told of what became of them.
create table networks (
  key text primary key check (key ~ '^[a-z0-9][a-z0-9_-]{0,59}$'),
  name text not null,
  postback_url text,
  secret bytea not null,                       -- signs postbacks
  payouts jsonb not null default '{}',         -- cents by event: signup, activation, first_purchase
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  token_hash bytea not null unique,            -- of the address under which the partner sees its figures
  active boolean not null default true,
  created_at timestamptz not null default app_now()
);

-- What became of a visitor from a traffic source. Its postback goes out once it is answered with success.
create table conversions (
  member_id bigint not null,
  event text not null check (event in ('signup', 'activation', 'first_purchase')),
  id uuid not null default gen_random_uuid(),
  network text,
  ref text, sub1 text, sub2 text, sub3 text,
  lander text, slug text, host text,
  payout_cents int not null default 0,
  currency text,
  occurred_at timestamptz not null default app_now(),
  postback_state text not null default 'none' check (postback_state in ('none', 'waiting', 'sent', 'given_up')),
  postback_status int,
  postback_at timestamptz,
  primary key (member_id, event)
);
create index conversions_of_network on conversions (network, occurred_at); -- a partner's figures

-- Texts of static pages that an operator wrote: per site and language; '*' holds for every site.
create table static_pages (
  host text not null default '*',
  language text not null,
  token text not null check (token ~ '^[a-z0-9][a-z0-9-]{0,59}$'),
  title text not null,
  body text not null,
  updated_at timestamptz not null default app_now(),
  primary key (host, token, language)
);
