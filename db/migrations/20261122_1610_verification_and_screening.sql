-- Verified members, and what the screening of pictures noticed.

-- A member asks to be verified: a selfie in a pose that the site chose, which a moderator compares with the profile's photos.
create table verifications (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  pose text not null,
  storage_key text,                              -- folder of the selfie; null before it was sent and once it was decided
  asked_at timestamptz not null default app_now(),
  sent_at timestamptz,
  verified boolean,                              -- the decision
  refusal_reason text,
  decided_at timestamptz,
  decided_by bigint
);
create unique index verifications_open on verifications (member_id) where decided_at is null;
create index verifications_waiting on verifications (id) where sent_at is not null and decided_at is null; -- the queue
create index verifications_of_member on verifications (member_id, id desc);
create index verifications_selfies on verifications (storage_key) where storage_key is not null; -- the check of files

alter table profiles add column verified boolean not null default false;
-- members.php with verified members only: the ranges of the other searches, over these alone, since they are few among many.
create index profiles_verified on profiles (country, gender, birth_year, id desc) include (date_of_birth, cam_variant, region) where listed and verified;
create index profiles_verified_anywhere on profiles (gender, birth_year, id desc) include (date_of_birth, cam_variant) where listed and verified;
create index profiles_verified_active on profiles (country, gender, active_on desc, id desc)
  include (cam_variant, region, date_of_birth, birth_year, looks, interest_bits) where listed and verified;
create index profiles_verified_all_ages on profiles (country, gender, id desc)
  include (cam_variant, region, city, date_of_birth, looks, interest_bits) where listed and verified;

alter table photos
  add column fingerprint bigint,                 -- what it looks like, to know copies by
  add column flags text[] not null default '{}'; -- what the screening noticed
-- What refused photos looked like: bits of brightness that lead to nobody. Outlives the photo, which its owner deletes.
create table refused_pictures (
  fingerprint bigint primary key,
  refused_at timestamptz not null default app_now()
);

-- Search of the back office by the beginning of a name.
create index profiles_name on profiles (lower(name) text_pattern_ops, id desc);
