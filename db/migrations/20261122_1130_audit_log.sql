-- What an act concerned, beside the member: a photo, a complaint, a payment.
alter table audit_log add column object text;
-- Who did what, who was looked at, what was done: each newest first.
create index audit_log_by_operator on audit_log (operator_id, id desc);
create index audit_log_by_member on audit_log (member_id, id desc) where member_id is not null;
create index audit_log_by_action on audit_log (action text_pattern_ops, id desc);

-- Lines stay as they were written. The purge of a member may empty the details, and nothing else.
create function keep_audit_line() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.details = '{}'::jsonb and (new.id, new.operator_id, new.action, new.member_id, new.object, new.created_at)
        is not distinct from (old.id, old.operator_id, old.action, old.member_id, old.object, old.created_at) then
      return new;
    end if;
  end if;
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_append_only before update or delete on audit_log for each row execute function keep_audit_line();

-- Roles by what people do.
update members set roles = array_replace(array_replace(roles, 'operator', 'owner'), 'inspector', 'moderator') where roles <> '{}';
