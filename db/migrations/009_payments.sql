-- What is sold, orders and what gateways said of them, refunds, receipts.

create table packages (
  id int primary key,
  credits int not null check (credits > 0),
  popular boolean not null default false,
  position int not null default 0,
  active boolean not null default true
);
create table package_prices (
  package_id int not null references packages,
  currency text not null,
  price_cents int not null check (price_cents > 0),
  old_price_cents int,
  primary key (package_id, currency)
);

insert into packages (id, credits, popular, position) values
  (1, 20, false, 1),
  (2, 50, false, 2),
  (3, 120, true, 3),
  (4, 250, false, 4),
  (5, 600, false, 5)
on conflict do nothing;

-- Prices include VAT, in the currencies of contract/lists/countries.ts.
insert into package_prices (package_id, currency, price_cents)
select package_id, currency, price_cents
from (values
  ('EUR', array[999, 1999, 3999, 7499, 14999]),
  ('USD', array[1099, 2199, 4399, 8199, 16499]),
  ('GBP', array[899, 1799, 3499, 6499, 12999]),
  ('CAD', array[1499, 2999, 5999, 10999, 21999]),
  ('AUD', array[1699, 3299, 6499, 11999, 23999]),
  ('NZD', array[1799, 3599, 6999, 12999, 25999]),
  ('CHF', array[990, 1990, 3890, 7290, 14490]),
  ('PLN', array[4299, 8499, 16999, 31999, 63999]),
  ('DKK', array[7500, 14900, 29900, 55900, 111900]),
  ('NOK', array[11500, 22900, 45900, 85900, 171900]),
  ('SEK', array[11500, 22900, 44900, 84900, 169900])
) as prices (currency, by_package), unnest(by_package) with ordinality as each_price (price_cents, package_id)
on conflict do nothing;

create table discount_codes (
  code text primary key,                         -- upper case
  country text,
  member_id bigint references members on delete cascade,
  expires timestamptz,
  value_percentage int not null check (value_percentage between 1 and 100),
  currency text,
  minimum_order_cents int,
  status text not null default 'active' check (status in ('active', 'used', 'expired', 'disabled')),
  validity text not null default 'once-per-user' check (validity in ('once', 'once-per-user', 'unlimited')),
  paymentmethods text[],
  created_at timestamptz not null default app_now(),
  purpose text                                  -- of codes that the house made for one member: the retention offer of a deletion
);
create unique index discount_codes_retention on discount_codes (member_id) where purpose = 'retention'; -- one a member

-- An order is first ours, then the gateway's.
create table payments (
  id uuid primary key,
  member_id bigint not null,
  package_id int references packages,
  credits int not null,
  amount_cents int not null check (amount_cents >= 0),        -- what is paid, costs included
  costs_cents int not null default 0,
  currency text not null,
  country text not null,
  vat_percentage numeric(4, 1) not null default 0,
  discount_code text,
  discount_cents int not null default 0,
  method text not null,
  gateway text not null,
  gateway_reference text,
  redirect_url text,
  recurring boolean not null default false,
  status text not null default 'pending' check (status in ('pending', 'completed', 'failed', 'cancelled')),
  charged_back_at timestamptz,
  refunded_at timestamptz,
  idempotency_key uuid not null,
  return_to text,
  consent_at timestamptz,
  details jsonb not null default '{}',
  created_at timestamptz not null default app_now(),
  settled_at timestamptz,
  next_poll_at timestamptz,
  locale text not null default 'nl',
  host text,
  save_card boolean not null default false,
  poll_tries int not null default 0,
  failure_reason text,
  unique (member_id, idempotency_key)
);
create unique index payments_reference on payments (gateway, gateway_reference) where gateway_reference is not null;
create index payments_of_member on payments (member_id, created_at desc, id);
-- The poller goes by the hour that is set, whatever the state: an order whose discount moved to a newer one is asked about once
-- more, since it may have been paid while it was being closed, and its notification may get lost.
create index payments_due on payments (next_poll_at) where next_poll_at is not null;
-- One open order at most holds a discount: a newer one takes it over.
create index payments_holding_code on payments (discount_code, member_id) where status = 'pending' and discount_code is not null;
create index payments_direct_debits on payments (member_id, created_at) where method = 'sdd'; -- the member's limit

-- A once-per-user code is used by the completed payment that holds this key.
create table discount_uses (
  member_id bigint not null,
  code text not null,
  payment_id uuid not null references payments,
  created_at timestamptz not null default app_now(),
  primary key (member_id, code)
);

create table stored_cards (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  gateway text not null,
  token text not null,
  brand text not null,
  last4 text not null,
  created_at timestamptz not null default app_now()
);
create index stored_cards_of_member on stored_cards (member_id, id desc);

-- Every notification that was believed, once for each thing it says. Nothing reads it but people with questions.
create table payment_notifications (
  payment_id uuid not null references payments,
  id bigint generated always as identity,
  gateway text not null,
  outcome text not null,
  gateway_reference text,
  amount_cents int not null,
  currency text not null,
  changed boolean not null,                      -- whether the payment's state changed by it
  created_at timestamptz not null default app_now(),
  primary key (payment_id, id)
);

-- The sandbox gateway's own book: what a real gateway would keep on its side.
create table sandbox_orders (
  payment_id uuid primary key,
  member_id bigint not null,
  amount_cents int not null,
  currency text not null,
  method text not null,
  description text not null,
  return_url text not null,
  language text not null,
  save_card boolean not null default false,
  outcome text not null default 'open' check (outcome in ('open', 'pending', 'paid', 'failed', 'cancelled', 'chargeback', 'refunded')),
  closed boolean not null default false,         -- by the merchant: can no longer be paid
  card jsonb,
  created_at timestamptz not null default app_now(),
  refunds jsonb not null default '{}'           -- cents by the refund's number
);

-- A direct debit mandate and its SMS step. The form (holder, IBAN, address, mobile number) is encrypted as a whole.
create table direct_debits (
  payment_id uuid primary key references payments,
  member_id bigint not null,
  form_encrypted bytea not null,
  iban_hash bytea not null,
  iban_last4 text not null,
  mobile_last2 text not null,
  code_hash bytea,
  code_expires_at timestamptz,
  tries int not null default 0,
  sends int not null default 0,
  last_sent_at timestamptz,
  confirmed_at timestamptz,
  created_at timestamptz not null default app_now()
);
create index direct_debits_of_iban on direct_debits (iban_hash); -- limits and blocks follow the account number
create index direct_debits_of_member on direct_debits (member_id, created_at); -- SMS a day

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

-- Receipts of payments and credit notes of refunds: numbered without gaps within a company and year, and kept as they
-- were issued, whatever later becomes of the company's address or the rates.

-- The last number given out. Its row is locked by the transaction that settles, which gives the number back when it fails.
create table receipt_numbers (
  company_id int not null references companies,
  kind text not null check (kind in ('receipt', 'credit_note')),
  year int not null,
  last int not null,
  primary key (company_id, kind, year)
);

create table receipts (
  id uuid primary key,                           -- the payment's; of a credit note the refund's
  member_id bigint not null,
  payment_id uuid not null references payments,
  kind text not null check (kind in ('receipt', 'credit_note')),
  company_id int not null references companies,
  year int not null,
  number int not null,
  issued_on date not null,                       -- by the site's time zone
  details jsonb not null,
  unique (company_id, kind, year, number)
);
create index receipts_of_payment on receipts (payment_id);
create index receipts_of_member on receipts (member_id); -- export
