-- Accounts are also held after a decision that somebody is under age. The pictures behind it are evidence,
-- which their owner cannot delete.
alter table account_holds add evidence_folders text[] not null default '{}';

alter table account_holds drop constraint account_holds_reason_check;

alter table account_holds add constraint account_holds_reason_check check (
  reason in (
    'banned_mail', 'banned_mobile', 'banned_bank_account', 'banned_card', 'banned_device', 'banned_picture',
    'disposable_mail', 'many_signups', 'minor_picture', 'minor_words'
  )
);

create index account_holds_evidence on account_holds using gin (evidence_folders) where evidence_folders <> '{}';
