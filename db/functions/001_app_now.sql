-- The clock for every time window. Only tests may replace it, with a version they can shift.
create or replace function app_now() returns timestamptz language sql stable parallel safe as $$ select now() $$;
