-- A person in the office decides about an age check, by a document and a selfie. `sent_at`: both pictures are here.
-- An appeal is a check of its own, which names the refused one and is decided by somebody else.
alter table age_checks
  add column sent_at timestamptz,
  add column decided_by bigint,
  add column appeal_of bigint references age_checks on delete cascade,
  add column appeal_text text;

create index age_checks_queue on age_checks (id) where state = 'open' and sent_at is not null;
create index age_checks_appeals on age_checks (appeal_of) where appeal_of is not null;

-- The pictures of open checks, sealed. The decision deletes them in its transaction.
create table age_check_pictures (
  check_id bigint not null references age_checks on delete cascade,
  part text not null check (part in ('document', 'selfie')),
  sealed bytea not null,
  primary key (check_id, part)
);

alter table queue_claims drop constraint queue_claims_queue_check;

alter table queue_claims
  add constraint queue_claims_queue_check check (queue in ('photos', 'verifications', 'chat_images', 'age_checks'));

-- Accounts are also held when a document shows that somebody is under age.
alter table account_holds drop constraint account_holds_reason_check;

alter table account_holds add constraint account_holds_reason_check check (
  reason in (
    'banned_mail', 'banned_mobile', 'banned_bank_account', 'banned_card', 'banned_device', 'banned_picture',
    'disposable_mail', 'many_signups', 'minor_picture', 'minor_words', 'minor_document'
  )
);
