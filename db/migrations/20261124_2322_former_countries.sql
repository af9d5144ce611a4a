-- The countries that a profile named before. Their age gates hold until a check has passed (docs/product.md 6.18).
alter table profiles add column former_countries text[] not null default '{}';
