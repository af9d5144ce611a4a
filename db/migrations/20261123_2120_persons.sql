-- Banned people who return: keyed hashes of what identifies a person, and accounts that wait for a moderator.

alter table members add column held_at timestamptz;  -- hidden and unable to write until a moderator has decided

-- What identifies the person behind an account, as keyed hashes.
create table person_marks (
  member_id bigint not null references members on delete cascade,
  kind text not null check (kind in ('mail', 'mobile', 'bank_account', 'card', 'device')),
  hash bytea not null,
  created_at timestamptz not null default app_now(),
  primary key (kind, hash, member_id)
);
create index person_marks_of_member on person_marks (member_id);

-- The marks of banned members. They outlive the account and are deleted at `until`.
create table banned_marks (
  id bigint generated always as identity primary key,
  measure_id bigint not null,
  member_id bigint not null,                     -- no reference: the ban stays when the account is gone
  kind text not null check (kind in ('mail', 'mobile', 'bank_account', 'card', 'device', 'picture')),
  hash bytea,
  fingerprint bigint,                            -- of a picture, which is compared by distance
  until timestamptz not null,
  check ((kind = 'picture') = (fingerprint is not null) and (hash is null) = (fingerprint is not null))
);
create index banned_marks_by_hash on banned_marks (kind, hash) where hash is not null;
create index banned_marks_of_pictures on banned_marks (fingerprint) where fingerprint is not null;
create index banned_marks_of_measure on banned_marks (measure_id);
create index banned_marks_to_purge on banned_marks (until);

create table account_holds (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  reason text not null check (reason in (
    'banned_mail', 'banned_mobile', 'banned_bank_account', 'banned_card', 'banned_device', 'banned_picture',
    'disposable_mail', 'many_signups')),
  related_id bigint,                             -- the banned member whose mark it carries
  created_at timestamptz not null default app_now(),
  decided_at timestamptz,
  decided_by bigint,
  released boolean
);
-- A reason that a moderator has dismissed does not hold the account again.
create unique index account_holds_once on account_holds (member_id, reason, coalesce(related_id, 0));
create index account_holds_waiting on account_holds (member_id) where decided_at is null;

-- Free messages and conversations of purged members, by the hash of their address.
create table used_allowances (
  hash bytea primary key,
  messages int not null,
  conversations int not null,
  until timestamptz not null
);
create index used_allowances_to_purge on used_allowances (until);

alter table verifications add column fingerprint bigint;  -- of the selfie
create index photos_by_fingerprint on photos (fingerprint) where fingerprint is not null;
