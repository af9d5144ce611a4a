-- When the member was reminded that a passed check expires (docs/product.md 6.18).
alter table age_checks add column reminded_at timestamptz;

create index age_checks_to_remind on age_checks (expires_at) where state = 'passed' and reminded_at is null;
