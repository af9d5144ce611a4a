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
