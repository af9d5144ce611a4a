-- Operators at the staff's sign-in provider (OpenID Connect), linked by the first sign-in.
create table operator_identities (
  member_id bigint not null references members on delete cascade,
  issuer text not null,
  subject text not null,
  linked_at timestamptz not null default app_now(),
  primary key (member_id, issuer),
  unique (issuer, subject)
);
