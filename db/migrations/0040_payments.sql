-- What payments need beyond the main tables: the packages on sale, the sandbox gateway's own book, direct debits,
-- and the log of what gateways told us.

insert into packages (id, credits, popular, position) values
  (1, 20, false, 1),
  (2, 50, false, 2),
  (3, 120, true, 3),
  (4, 250, false, 4),
  (5, 600, false, 5)
on conflict do nothing;

-- Prices include VAT, in the currencies of contract/countries.ts.
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

-- An order is first ours, then the gateway's: what it was called with, and how often it was asked.
alter table payments
  add column locale text not null default 'nl',
  add column host text,
  add column save_card boolean not null default false,
  add column poll_tries int not null default 0,
  add column failure_reason text;
-- One open order at most holds a discount: a newer one takes it over.
create index payments_holding_code on payments (discount_code, member_id) where status = 'pending' and discount_code is not null;
create index payments_direct_debits on payments (member_id, created_at) where method = 'sdd'; -- the member's limit

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
  created_at timestamptz not null default app_now()
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

-- When the welcome offer was first seen to be over: a clock that goes back does not open it again.
alter table members add column welcome_ended_at timestamptz;
