-- Until the transaction ends, nobody else likes, unlikes, blocks or unblocks between these two: a like never slips past a block
-- made at the same moment, and two mutual likes are one match. The lock belongs to the transaction, so a pooler in transaction
-- mode may stand between.
create or replace function lock_pair(one bigint, other bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('pair ' || least(one, other) || ':' || greatest(one, other), 0));
end $$;
