-- Days of figures are from now on those of each site's clock (docs/decisions/figures.md). What messages and accounts are still
-- there for is counted again by the next run: it begins before the last day that is noted here.
delete from figure_runs
where day > greatest((select min(day) from figure_runs), (app_now() at time zone 'UTC')::date - 60);

-- The clocks are read by the changes of one setting.
create index setting_changes_of_zones on setting_changes (host, id) where key = 'time_zone';
