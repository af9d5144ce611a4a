-- Without this, a transaction that writes rows on one worker and rows of the coordinator's own tables commits on the worker first,
-- and a crash in between leaves a stored message without its charge. Citus commits in two phases once a transaction has also
-- written a coordinator table that it knows, so the first write of each transaction to one of the coordinator's tables also writes
-- `two_phases`. That table stays empty. Transactions without a row on a worker still commit in one phase.
create table if not exists two_phases (id int primary key);
select citus_add_local_table_to_metadata('two_phases')
  where not exists (select from pg_dist_partition where logicalrelid = 'two_phases'::regclass);

create or replace function commit_in_two_phases() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('liaison.two_phases', true) is distinct from 'on' then
    update two_phases set id = id where id = 0;
    perform set_config('liaison.two_phases', 'on', true);
  end if;
  return null;
end $$;

-- All but those that are written often, and never together with a distributed table.
do $$
declare
  name regclass;
begin
  for name in
    select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where (n.nspname = 'public' and c.relkind = 'r' and not c.relispartition
          and c.relname not in ('presence', 'sessions', 'two_phases', 'kysely_migration', 'kysely_migration_lock', 'applied_functions')
        or n.nspname = 'graphile_worker' and c.relname = '_private_jobs')
        and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
        and not exists (select from pg_dist_shard s where c.relname = shard_name(s.logicalrelid, s.shardid)::text)
  loop
    execute format('create or replace trigger two_phases before insert or update or delete on %s
      for each statement execute function commit_in_two_phases()', name);
  end loop;
end $$;
