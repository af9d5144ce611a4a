-- Incognito: an invisible profile that members whom it likes can see. It counts as invisible for the previous release, and
-- the generated column `listed` needs no change.
alter table profiles add column incognito boolean not null default false;
