-- The ledger: append-only, double entry. A row moves `credits` between the member's account and a house account: positive gives
-- to the member and takes from `counter_account`, negative the reverse, so that each row nets to zero.

create table ledger_entries (
  member_id bigint not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('signup', 'purchase', 'message', 'image', 'gift', 'refund', 'chargeback', 'debt', 'operator_grant', 'demo_grant')),
  credits int not null check (credits <> 0),
  counter_account text not null check (counter_account in ('sales', 'spent', 'granted', 'debt')),
  balance int not null check (balance >= 0),     -- the member's after this row
  idempotency_key text not null,
  payment_id uuid,
  conversation_id bigint,
  message_id bigint,
  other_id bigint,                               -- with whom
  created_at timestamptz not null default app_now(),
  primary key (member_id, id),
  unique (member_id, idempotency_key)
);
-- Few of a member's rows are no messages: how many credits of each order are unused is read from these alone.
create index ledger_entries_not_messages on ledger_entries (member_id, id) where kind not in ('message', 'image', 'gift');

-- Nothing updates or deletes a row.
create function refuse_change() returns trigger language plpgsql as $$
begin raise exception 'ledger entries are never changed'; end $$;
create trigger ledger_entries_append_only before update or delete on ledger_entries for each statement execute function refuse_change();
