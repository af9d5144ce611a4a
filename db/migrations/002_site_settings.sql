-- Companies and sites.

create table companies (
  id int primary key,
  name text not null,
  address text not null,
  city text not null,
  country text not null,
  kvk text,
  tradenames text[] not null default '{}',
  vat_numbers text[] not null default '{}',
  support_phone text,
  delete_discount int,
  added timestamptz not null
);

-- A site is a host name; '*' is the default site. Settings absent from `overrides` have the defaults of the code.
create table sites (
  host text primary key,
  company_id int not null references companies,
  overrides jsonb not null default '{}'
);

-- The company and the site that answer while an operator has set no others. `*` stands for any host.
insert into companies (id, name, address, city, country, kvk, tradenames, vat_numbers, support_phone, delete_discount, added)
values (1, 'Liaison', 'Keizersgracht 1', 'Amsterdam', 'NL', null, '{Liaison}', '{}', null, 25, '2023-12-01T12:00:00Z');

insert into sites (host, company_id, overrides) values ('*', 1, '{}');
