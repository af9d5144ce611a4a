-- A measure stays as it was taken, also for the owner of the tables: it ends once, a purge may empty its words, and
-- nothing else changes.
create function keep_measure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.id, new.member_id, new.kind, new.ground, new.complaint_id, new.operator_id, new.until, new.undo, new.created_at, new.detection)
      is not distinct from
      (old.id, old.member_id, old.kind, old.ground, old.complaint_id, old.operator_id, old.until, old.undo, old.created_at, old.detection)
    and new.facts in (old.facts, '')
    and (old.ended_at is null or (new.ended_at, new.ended_by) is not distinct from (old.ended_at, old.ended_by)) then
    return new;
  end if;
  raise exception 'measures stay as they were taken';
end $$;
create trigger measures_stay before update or delete on measures for each row execute function keep_measure();
