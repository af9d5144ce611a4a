-- The company and the site that answer while an operator has set no others. `*` stands for any host.
insert into companies (id, name, address, city, country, kvk, tradenames, vat_numbers, support_phone, delete_discount, added)
values (1, 'Liaison', 'Keizersgracht 1', 'Amsterdam', 'NL', null, '{Liaison}', '{}', null, 25, '2023-12-01T12:00:00Z');

insert into sites (host, company_id, overrides) values ('*', 1, '{}');
