-- How the content behind a measure was found (Digital Services Act, article 17(3)(c)). Earlier measures without
-- a complaint count as found by staff, because nothing recorded it.
alter table measures add column detection text not null default 'own'
  check (detection in ('notice', 'own', 'words', 'image_screening', 'known_picture'));
update measures set detection = 'notice' where complaint_id is not null;
