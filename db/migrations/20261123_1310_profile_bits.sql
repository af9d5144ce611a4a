-- `looks` has all 31 usable bits of an int in use, and a generated column cannot take in another field without a rewrite of the
-- table. It becomes a bigint that a trigger sets, as is `interest_bits`: db/functions/015_profile_bits.sql, written from
-- contract/profile-fields.ts. From now on a new field or word changes that function alone, since no row has the word yet.
--
-- Dropping the expressions only touches the catalogue. The change of type rewrites the table and its indexes, once, under an
-- exclusive lock; afterwards VACUUM (here autovacuum) makes the search's index-only scans cheap again.
alter table profiles alter column looks drop expression;
alter table profiles alter column interest_bits drop expression;
alter table profiles alter column looks type bigint;
alter table profiles alter column looks set default 0;
alter table profiles alter column interest_bits set default 0;

-- Replaced by db/functions right after the migrations; rows written in between get the same bits.
create function set_profile_bits() returns trigger language plpgsql as $$
begin
  new.looks := looks_bits(new.sexuality, new.relationship_status, new.body_type, new.hair_color, new.eye_color, new.tattoos);
  new.interest_bits := interest_bits(new.interests);
  return new;
end $$;
create trigger profiles_set_bits before insert or update on profiles for each row execute function set_profile_bits();
