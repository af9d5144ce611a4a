-- The gateways of a payment method in a country and currency, in the order in which they are tried. Without rows, every
-- configured gateway takes it, in the order of the product.
create table payment_method_gateways (
  country text not null,
  method text not null,
  currency text not null,
  gateway text not null,
  position integer not null,
  primary key (country, method, currency, gateway)
);

-- The country that the member pays from, which decides the gateways. Null in orders from before this column.
alter table payments add column payment_country text;

-- The first attempt at the same order, if this is a later one at another gateway.
alter table payments add column first_attempt uuid references payments;
create index payments_by_first_attempt on payments (first_attempt) where first_attempt is not null;

alter table refunds drop constraint refunds_kind_check;
alter table refunds add constraint refunds_kind_check
  check (kind in ('withdrawal', 'deletion', 'operator', 'late', 'closing', 'duplicate')) not valid;
alter table refunds validate constraint refunds_kind_check;
