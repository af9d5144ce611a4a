-- The languages of the members whose work an operator gets (docs/product.md 16.30); empty means all. The former place,
-- desk_writers.languages, stays for the previous release and is no longer read.
alter table members add column office_languages text[] not null default '{}';
update members m set office_languages = d.languages from desk_writers d where d.operator_id = m.id and d.languages <> '{}';
