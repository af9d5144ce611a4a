-- Money that goes back: withdrawals (directive 2023/2673), refunds by operators, and the refund of unused credits when an
-- account is deleted. The refund is stored in the transaction that takes the credits; a job brings it to the gateway.
create table refunds (
  id uuid primary key,                             -- the gateway's idempotency key too
  payment_id uuid not null references payments,
  member_id bigint not null,
  kind text not null check (kind in ('withdrawal', 'deletion', 'operator')),
  credits int not null check (credits >= 0),       -- taken back with it
  amount_cents int not null check (amount_cents >= 0),
  currency text not null,
  -- approval: a second operator decides; pending: the gateway is asked; by_hand: an operator gives it back at the gateway
  status text not null check (status in ('approval', 'pending', 'by_hand', 'completed', 'declined')),
  reason text,
  asked_by bigint,                                 -- the operator who asked for it
  decided_by bigint,                               -- who approved, declined, or gave it back by hand
  failure_reason text,
  tries int not null default 0,
  next_try_at timestamptz,
  created_at timestamptz not null default app_now(),
  settled_at timestamptz
);
create index refunds_of_payment on refunds (payment_id, created_at); -- what of a payment went back
create index refunds_of_member on refunds (member_id); -- export
create index refunds_to_send on refunds (next_try_at) where status = 'pending'; -- the poller
create index refunds_for_operators on refunds (id) where status in ('approval', 'by_hand'); -- their tasks

-- Each statement of withdrawal as it came, also those that name no order of ours: they are answered by a person.
create table withdrawals (
  id uuid primary key,                             -- made by the browser: a repeat is the same statement
  member_id bigint,
  payment_id uuid references payments,
  refund_id uuid references refunds,
  name text not null,
  email text not null,
  order_text text not null,                        -- the order as it was named
  locale text not null,
  host text,
  outcome text not null check (outcome in ('refunded', 'nothing_unused', 'late', 'unmatched')),
  received_at timestamptz not null default app_now(),
  handled_at timestamptz,
  handled_by bigint
);
create index withdrawals_of_member on withdrawals (member_id, received_at);
create index withdrawals_unmatched on withdrawals (id) where outcome = 'unmatched' and handled_at is null; -- operators' tasks

-- Few of a member's rows are no messages: how many credits of each order are unused is read from these alone.
create index ledger_entries_not_messages on ledger_entries (member_id, id) where kind not in ('message', 'image', 'gift');

-- The sandbox's own book of refunds: cents by the refund's number.
alter table sandbox_orders add column refunds jsonb not null default '{}';

-- Codes that the house made for one member: the retention offer of the account's deletion.
alter table discount_codes add column purpose text;
create unique index discount_codes_retention on discount_codes (member_id) where purpose = 'retention'; -- one a member
