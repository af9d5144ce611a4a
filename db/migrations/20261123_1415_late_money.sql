-- Refunds of money that came for an order that had ended (late), and at the closing of an account by the site (closing).
alter table refunds drop constraint refunds_kind_check;
alter table refunds add constraint refunds_kind_check check (kind in ('withdrawal', 'deletion', 'operator', 'late', 'closing')) not valid;
alter table refunds validate constraint refunds_kind_check;

-- A failed order goes on holding a code that is good for one order in all.
create index payments_failed_with_code on payments (discount_code, member_id) where status = 'failed' and discount_code is not null;
