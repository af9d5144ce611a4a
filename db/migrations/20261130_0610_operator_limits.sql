-- What an operator may grant and refund without a second operator (docs/product.md 16.28). Null, or no row, is no limit of
-- their own.
create table operator_limits (
  operator_id bigint primary key references members (id) on delete cascade,
  credits integer check (credits >= 0),
  credits_day integer check (credits_day >= 0),
  refund_cents integer check (refund_cents >= 0),
  refund_day_cents integer check (refund_day_cents >= 0)
);
