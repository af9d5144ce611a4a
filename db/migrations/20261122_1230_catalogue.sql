-- What operators set about selling: the methods of a country in their order, what the payer bears of their costs, and the
-- rates of VAT by the day they begin. A payment keeps what held when it was ordered.
create table payment_methods (
  country text not null,
  method text not null,
  position int not null,
  active boolean not null default true,
  primary key (country, method)
);
-- Without a row the payer bears nothing. In the EU only methods for which the law allows it may have one: consumer cards
-- and SEPA payments may not (directive 2015/2366, article 62).
create table payment_method_costs (
  country text not null,
  method text not null,
  currency text not null,
  cents int not null check (cents > 0),
  primary key (country, method, currency),
  foreign key (country, method) references payment_methods on delete cascade
);
create table vat_rates (
  country text not null,
  valid_from date not null,
  percentage numeric(4,2) not null check (percentage between 0 and 50),
  primary key (country, valid_from)
);

insert into payment_methods (country, method, position)
select country, method, n from (values
  ('US', array['creditcard', 'paypal', 'applepay', 'visa', 'mastercard']),
  ('NL', array['ideal', 'creditcard', 'paypal', 'applepay', 'visa', 'mastercard', 'bancontact', 'maestro', 'paysafecard', 'sct', 'sdd']),
  ('BE', array['bancontact', 'creditcard', 'paypal', 'applepay', 'visa', 'mastercard', 'maestro', 'paysafecard', 'sct', 'sdd']),
  ('FR', array['cartebancaire', 'creditcard', 'paypal', 'applepay', 'visa', 'mastercard', 'paysafecard', 'sct', 'sdd']),
  ('IT', array['creditcard', 'paypal', 'applepay', 'visa', 'mastercard', 'satispay', 'nexi', 'paysafecard', 'sct', 'sdd']),
  ('ES', array['creditcard', 'paypal', 'applepay', 'visa', 'mastercard', 'paysafecard', 'sct', 'sdd']),
  ('DE', array['paypal', 'creditcard', 'applepay', 'visa', 'mastercard', 'giropay', 'sofort', 'paysafecard', 'sct', 'sdd']),
  ('AT', array['eps', 'creditcard', 'paypal', 'applepay', 'visa', 'mastercard', 'sofort', 'maestro', 'paysafecard', 'sct', 'sdd']),
  ('IE', array['creditcard', 'paypal', 'applepay', 'visa', 'mastercard', 'paysafecard', 'sct', 'sdd']),
  ('GB', array['creditcard', 'paypal', 'applepay', 'visa', 'mastercard', 'paysafecard']),
  ('CA', array['creditcard', 'paypal', 'applepay', 'visa', 'mastercard']),
  ('PL', array['blik', 'prezelewy24', 'creditcard', 'paypal', 'applepay', 'visa', 'mastercard', 'paysafecard']),
  ('AU', array['creditcard', 'paypal', 'applepay', 'visa', 'mastercard']),
  ('NZ', array['creditcard', 'paypal', 'applepay', 'visa', 'mastercard']),
  ('CH', array['twint', 'creditcard', 'paypal', 'applepay', 'visa', 'mastercard', 'maestro', 'paysafecard']),
  ('DK', array['mobilepay', 'dankort', 'creditcard', 'paypal', 'applepay', 'visa', 'mastercard', 'paysafecard']),
  ('FI', array['mobilepay', 'creditcard', 'paypal', 'applepay', 'visa', 'mastercard', 'paysafecard', 'sct', 'sdd']),
  ('NO', array['vipps', 'creditcard', 'paypal', 'applepay', 'visa', 'mastercard', 'paysafecard']),
  ('SE', array['swish', 'creditcard', 'paypal', 'applepay', 'visa', 'mastercard', 'paysafecard'])
) as offers (country, methods), unnest(methods) with ordinality as each_method (method, n)
on conflict do nothing;

insert into payment_method_costs (country, method, currency, cents) values
  ('US', 'paypal', 'USD', 40), ('US', 'paypal', 'EUR', 35), ('NL', 'paypal', 'EUR', 35), ('NL', 'paysafecard', 'EUR', 70),
  ('BE', 'paypal', 'EUR', 35), ('BE', 'paysafecard', 'EUR', 70), ('FR', 'paypal', 'EUR', 35), ('FR', 'paysafecard', 'EUR', 70),
  ('IT', 'paypal', 'EUR', 35), ('IT', 'paysafecard', 'EUR', 70), ('ES', 'paypal', 'EUR', 35), ('ES', 'paysafecard', 'EUR', 70),
  ('DE', 'paypal', 'EUR', 35), ('DE', 'paysafecard', 'EUR', 70), ('AT', 'paypal', 'EUR', 35), ('AT', 'paysafecard', 'EUR', 70),
  ('IE', 'paypal', 'EUR', 35), ('IE', 'paysafecard', 'EUR', 70), ('GB', 'paypal', 'GBP', 30), ('GB', 'paypal', 'EUR', 35),
  ('GB', 'paysafecard', 'GBP', 60), ('GB', 'paysafecard', 'EUR', 70), ('CA', 'paypal', 'CAD', 50), ('CA', 'paypal', 'EUR', 35),
  ('PL', 'paypal', 'PLN', 150), ('PL', 'paypal', 'EUR', 35), ('PL', 'paysafecard', 'PLN', 300), ('PL', 'paysafecard', 'EUR', 70),
  ('AU', 'paypal', 'AUD', 60), ('AU', 'paypal', 'EUR', 35), ('NZ', 'paypal', 'NZD', 60), ('NZ', 'paypal', 'EUR', 35),
  ('CH', 'paypal', 'CHF', 35), ('CH', 'paypal', 'EUR', 35), ('CH', 'paysafecard', 'CHF', 70), ('CH', 'paysafecard', 'EUR', 70),
  ('DK', 'paypal', 'DKK', 250), ('DK', 'paypal', 'EUR', 35), ('DK', 'paysafecard', 'DKK', 500), ('DK', 'paysafecard', 'EUR', 70),
  ('FI', 'paypal', 'EUR', 35), ('FI', 'paysafecard', 'EUR', 70), ('NO', 'paypal', 'NOK', 400), ('NO', 'paypal', 'EUR', 35),
  ('NO', 'paysafecard', 'NOK', 800), ('NO', 'paysafecard', 'EUR', 70), ('SE', 'paypal', 'SEK', 400), ('SE', 'paypal', 'EUR', 35),
  ('SE', 'paysafecard', 'SEK', 800), ('SE', 'paysafecard', 'EUR', 70)
on conflict do nothing;

-- The standard rates on electronic services for consumers in November 2026. Canada: the federal GST; the United States tax
-- by state and are left to the operator's own advice.
insert into vat_rates (country, valid_from, percentage) values
  ('US', '2026-01-01', 0), ('NL', '2026-01-01', 21), ('BE', '2026-01-01', 21), ('FR', '2026-01-01', 20),
  ('IT', '2026-01-01', 22), ('ES', '2026-01-01', 21), ('DE', '2026-01-01', 19), ('AT', '2026-01-01', 20),
  ('IE', '2026-01-01', 23), ('GB', '2026-01-01', 20), ('CA', '2026-01-01', 5), ('PL', '2026-01-01', 23),
  ('AU', '2026-01-01', 10), ('NZ', '2026-01-01', 15), ('CH', '2026-01-01', 8.1), ('DK', '2026-01-01', 25),
  ('FI', '2026-01-01', 25.5), ('NO', '2026-01-01', 25), ('SE', '2026-01-01', 25)
on conflict do nothing;

create index payments_with_code on payments (discount_code) where status = 'completed' and discount_code is not null; -- uses of a code
-- Packages stand in the order of their size.
update packages set position = credits;
