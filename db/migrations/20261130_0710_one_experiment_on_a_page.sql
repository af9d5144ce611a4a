-- A winner keeps its page until it is withdrawn, so no other experiment starts there: its first version would silently
-- replace the winner.
update experiments e set state = 'stopped', winner = null where state = 'decided' and exists (
  select from experiments newer where newer.host = e.host and newer.ground = e.ground and newer.id <> e.id
    and (newer.state = 'running' or newer.state = 'decided' and (newer.changed_at, newer.id) > (e.changed_at, e.id)));
create unique index experiments_active on experiments (host, ground) where state in ('running', 'decided');
drop index experiments_running;
