-- Credits of erased members are booked as lapsed, so that all accounts together stay zero without them.
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check check (kind in ('signup', 'purchase', 'message', 'image', 'gift', 'refund',
  'chargeback', 'debt', 'operator_grant', 'demo_grant', 'import', 'lapse')) not valid;
alter table ledger_entries validate constraint ledger_entries_kind_check;
alter table ledger_entries drop constraint ledger_entries_counter_account_check;
alter table ledger_entries add constraint ledger_entries_counter_account_check
  check (counter_account in ('sales', 'spent', 'granted', 'debt', 'lapsed')) not valid;
alter table ledger_entries validate constraint ledger_entries_counter_account_check;

-- Members erased before this release.
insert into ledger_entries (member_id, kind, credits, counter_account, balance, idempotency_key)
select e.member_id, 'lapse', -sum(e.credits), 'lapsed', 0, 'lapse' from ledger_entries e
where not exists (select from members m where m.id = e.member_id)
group by e.member_id having sum(e.credits) > 0
on conflict do nothing;
