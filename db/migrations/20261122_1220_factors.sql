-- Second factors, and where sessions are.

alter table sessions add column country text; -- of the address at the time of logging in

-- Keys on a member's devices (WebAuthn). One of them logs in by itself, since it asks for a finger, a face or a code.
create table passkeys (
  member_id bigint not null references members (id) on delete cascade,
  credential_id text not null unique, -- base64url
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default app_now(),
  last_used_at timestamptz,
  primary key (member_id, credential_id)
);

-- One use each; a few minutes.
create table passkey_challenges (
  challenge text primary key,
  member_id bigint references members (id) on delete cascade, -- who adds a passkey; null for a log-in
  expires_at timestamptz not null
);

-- An authenticator app (RFC 6238).
create table totp_secrets (
  member_id bigint primary key references members (id) on delete cascade,
  secret_sealed bytea not null, -- AES-256-GCM under a key of SECRET
  confirmed_at timestamptz, -- null until the first code was right: it asks for nothing before
  last_step bigint not null default 0 -- no code works twice
);

-- For the day that the phone is gone; each works once.
create table recovery_codes (
  member_id bigint not null references members (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (member_id, code_hash)
);

alter table link_tokens drop constraint link_tokens_purpose_check;
alter table link_tokens add constraint link_tokens_purpose_check check (purpose in
  ('activate', 'reset_password', 'mail_change', 'mail_change_back', 'reactivate', 'operator_login', 'invite', 'unsubscribe', 'second_step'));
