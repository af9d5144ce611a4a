-- The one clock of every time window. Tests replace it by a version that can be shifted; nothing else may.
create or replace function app_now() returns timestamptz language sql stable parallel safe as $$ select now() $$;
