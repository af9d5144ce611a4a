-- The coordinator estimates the rows of functions that read other nodes, and would compile statements that take a millisecond.
do $$ begin execute format('alter database %I set jit = off', current_database()); end $$;
