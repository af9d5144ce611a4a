-- A card names the version of its profile's row (server/profiles/hydrate.ts). What a card says of the main photo stands in
-- another table, so a photo that becomes visible, hidden or private writes its owner's row too.
create function photo_changes_card() returns trigger language plpgsql as $$
begin
  update profiles set main_photo_id = main_photo_id where id = new.member_id;
  return null;
end $$;
create trigger photos_change_card after update of status, private on photos for each row
  when (old.status is distinct from new.status or old.private is distinct from new.private) execute function photo_changes_card();
