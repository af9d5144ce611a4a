-- What operators do about chargebacks, and indexes of everything about money that waits for them, oldest first.

-- A chargeback opens a dispute. Contested: the bank was answered, and decides.
create table disputes (
  payment_id uuid primary key references payments,
  state text not null default 'open' check (state in ('open', 'contested', 'won', 'lost')),
  note text,
  decided_by bigint,
  decided_at timestamptz,
  created_at timestamptz not null default app_now()
);
create index disputes_waiting on disputes (created_at, payment_id) where state in ('open', 'contested');
create index disputes_by_age on disputes (created_at, payment_id);
create index refunds_waiting on refunds (created_at, id) where status in ('approval', 'pending', 'by_hand');
create index refunds_by_age on refunds (created_at, id);
create index withdrawals_waiting on withdrawals (received_at, id) where outcome = 'unmatched' and handled_at is null;
create index withdrawals_by_age on withdrawals (received_at, id) where outcome = 'unmatched';

insert into disputes (payment_id, created_at) select id, charged_back_at from payments where charged_back_at is not null;
