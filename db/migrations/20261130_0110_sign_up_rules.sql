-- Rules for sign-ups: what a rule names is held for a moderator, or has to show a proof of work.
create table sign_up_rules (
  id uuid primary key,
  kind text not null check (kind in ('mail_domain', 'network', 'asn', 'country')),
  value text not null,
  -- The same as `value` of a network, for comparisons.
  network cidr,
  effect text not null check (effect in ('hold', 'proof_of_work')),
  note text not null default '',
  until date,
  site text references sites (host) on delete cascade on update cascade,
  created_by bigint not null,
  created_at timestamptz not null default app_now(),
  -- A removed rule can be put back for 30 days.
  removed_at timestamptz,
  check ((kind = 'network') = (network is not null))
);
create unique index sign_up_rules_in_force on sign_up_rules (kind, value, coalesce(site, '')) where removed_at is null;
create index sign_up_rules_by_network on sign_up_rules using gist (network inet_ops) where removed_at is null;

create table sign_up_rule_hits (
  rule_id uuid not null references sign_up_rules (id) on delete cascade,
  day date not null,
  hits integer not null default 0,
  solved integer not null default 0,
  primary key (rule_id, day)
);

-- Each proof counts once. It is remembered until its challenge has expired.
create table used_proofs (
  nonce text primary key,
  expires_at timestamptz not null
);
create index used_proofs_by_expiry on used_proofs (expires_at);

alter table account_holds add column rules jsonb not null default '[]';
alter table account_holds drop constraint account_holds_reason_check;
alter table account_holds add constraint account_holds_reason_check check (reason in (
  'banned_mail', 'banned_mobile', 'banned_bank_account', 'banned_card', 'banned_device', 'banned_picture',
  'disposable_mail', 'many_signups', 'sign_up_rule', 'minor_picture', 'minor_words', 'minor_document', 'listed_picture', 'minor_voice'
));
