-- Serialises likes, unlikes, blocks and unblocks between two members until the transaction ends, so that a like
-- cannot race a concurrent block and two mutual likes make one match. The lock is transaction-scoped and therefore
-- works behind a pooler in transaction mode.
create or replace function lock_pair(one bigint, other bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('pair ' || least(one, other) || ':' || greatest(one, other), 0));
end $$;
