-- An order whose discount moved to a newer one is asked about once more: it may have been paid while it was being closed,
-- and its notification may get lost. So the poller goes by the hour that is set, whatever the state.
create index payments_due on payments (next_poll_at) where next_poll_at is not null; -- the poller
drop index payments_to_poll;
