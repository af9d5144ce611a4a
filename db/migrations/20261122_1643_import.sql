-- Members who came from another site. The number they had there is kept as a hash that stays when the member is erased, so that
-- the same file, read again, does not bring back somebody who left.
create table imported_members (
  external_hash bytea primary key,
  member_id bigint not null unique,
  imported_at timestamptz not null default app_now()
);

alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check
  check (kind in ('signup', 'purchase', 'message', 'image', 'gift', 'refund', 'chargeback', 'debt', 'operator_grant', 'demo_grant', 'import')) not valid;
alter table ledger_entries validate constraint ledger_entries_kind_check;
