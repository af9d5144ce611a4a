-- Lines of the audit log stay as they were written, also when the member they name is purged: they hold numbers and codes.
create or replace function keep_audit_line() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
