-- Refunds that the member claims on a page of the gateway: `claimable` until the gateway has paid. Whoever has
-- `claim_url` can take the money.
alter table refunds
  add column claim_reference text,
  add column claim_url text,
  drop constraint refunds_status_check,
  add constraint refunds_status_check check (status in ('approval', 'pending', 'claimable', 'by_hand', 'completed', 'declined'));
create index refunds_to_follow on refunds (next_try_at) where status = 'claimable';
drop index refunds_waiting;
create index refunds_waiting on refunds (created_at, id) where status in ('approval', 'pending', 'claimable', 'by_hand');
