-- Disputes by their number at the gateway, from its list or from a file. A payment can have several.
create table gateway_disputes (
  gateway text not null,
  reference text not null,
  payment_id uuid not null references payments,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  reason text,
  source text not null check (source in ('gateway', 'file')),
  -- What it did to the payment when it was last examined.
  result text not null,
  opened_at timestamptz,
  reversed_at timestamptz,
  created_at timestamptz not null default app_now(),
  primary key (gateway, reference)
);
create index gateway_disputes_of_payment on gateway_disputes (payment_id);
