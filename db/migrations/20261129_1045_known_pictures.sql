-- PDQ hashes beside the fingerprints of pictures, and lists of known illegal ones (docs/decisions/0081-known-pictures.md).

-- The 16 bands of a hash, each with its number in front. Of two hashes within 31 bits, one band differs in at most one bit,
-- so that a GIN index on the bands finds them by `pdq_probes` (db/functions).
create function pdq_bands(pdq bit(256)) returns integer[] language sql immutable strict parallel safe return array[
  0 + substring(pdq from 1 for 16)::integer, 65536 + substring(pdq from 17 for 16)::integer,
  131072 + substring(pdq from 33 for 16)::integer, 196608 + substring(pdq from 49 for 16)::integer,
  262144 + substring(pdq from 65 for 16)::integer, 327680 + substring(pdq from 81 for 16)::integer,
  393216 + substring(pdq from 97 for 16)::integer, 458752 + substring(pdq from 113 for 16)::integer,
  524288 + substring(pdq from 129 for 16)::integer, 589824 + substring(pdq from 145 for 16)::integer,
  655360 + substring(pdq from 161 for 16)::integer, 720896 + substring(pdq from 177 for 16)::integer,
  786432 + substring(pdq from 193 for 16)::integer, 851968 + substring(pdq from 209 for 16)::integer,
  917504 + substring(pdq from 225 for 16)::integer, 983040 + substring(pdq from 241 for 16)::integer];

create table known_picture_lists (
  id integer generated always as identity primary key,
  name text not null unique,
  hashes integer not null default 0,
  loaded_at timestamptz not null default app_now(),
  -- SHA-256 of the file, so that the job which reads the folder skips what it has loaded.
  digest bytea
);

create table known_pictures (
  list_id integer not null references known_picture_lists (id) on delete cascade,
  pdq bit(256) not null,
  primary key (list_id, pdq)
);
create index known_pictures_by_bands on known_pictures using gin (pdq_bands(pdq)) with (fastupdate = off);

-- The quality is null until the picture is hashed, and 0 if it cannot be. A picture waits for a list while no answer came from it.
alter table photos add pdq bit(256), add pdq_quality smallint, add awaits_lists boolean not null default false;
alter table verifications add pdq bit(256), add pdq_quality smallint, add awaits_lists boolean not null default false;
alter table chat_images add pdq bit(256), add pdq_quality smallint, add awaits_lists boolean not null default false;
create index photos_unhashed on photos (id) where pdq_quality is null;
create index verifications_unhashed on verifications (id) where pdq_quality is null and storage_key is not null;
create index chat_images_unhashed on chat_images (id) where pdq_quality is null and kind = 'image' and storage_key is not null;
create index photos_awaiting_lists on photos (id) where awaits_lists;
create index verifications_awaiting_lists on verifications (id) where awaits_lists;
create index chat_images_awaiting_lists on chat_images (id) where awaits_lists;

-- Of refused pictures and of banned members; null where the picture has too little detail.
alter table refused_pictures add pdq bit(256);
create index refused_pictures_by_bands on refused_pictures using gin (pdq_bands(pdq)) with (fastupdate = off) where pdq is not null;
alter table banned_marks add pdq bit(256);
create index banned_marks_by_bands on banned_marks using gin (pdq_bands(pdq)) with (fastupdate = off) where pdq is not null;
create index chat_images_refused_by_bands on chat_images using gin (pdq_bands(pdq)) with (fastupdate = off) where status = 'refused' and pdq_quality >= 50;

-- What the report to the authorities needs about each match: list, hash, distance, place, time.
alter table account_holds add evidence_matches jsonb not null default '[]';
alter table account_holds drop constraint account_holds_reason_check;
alter table account_holds add constraint account_holds_reason_check check (reason in (
  'banned_mail', 'banned_mobile', 'banned_bank_account', 'banned_card', 'banned_device', 'banned_picture',
  'disposable_mail', 'many_signups', 'minor_picture', 'minor_words', 'minor_document', 'listed_picture'));
