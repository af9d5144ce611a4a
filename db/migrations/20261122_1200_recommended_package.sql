-- "Most popular" is counted from paid orders. The mark on a package is what it always was: an operator's recommendation.
alter table packages rename column popular to recommended;
create index payments_sold on payments (settled_at, package_id) where status = 'completed' and charged_back_at is null and refunded_at is null; -- the package chosen most
