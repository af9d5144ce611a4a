-- What became of an announcement: how many it was meant for when it began, how many of those told got a mail and how many a push,
-- and how many it dropped (left, switched off or capped since). Whoever is neither told nor dropped still waits.
alter table announcements
  add column meant int,
  add column mailed int not null default 0,
  add column pushed int not null default 0,
  add column dropped int not null default 0;
