-- More facts of a profile (contract/profile-fields.ts), and the fields that its owner hides from others. Constant defaults
-- rewrite no row; rows written before have no bit of the new words.
alter table profiles add column intention text[] not null default '{}';
alter table profiles add column languages text[] not null default '{}';
alter table profiles add column height smallint;
alter table profiles add column drinking text;
alter table profiles add column children text;
alter table profiles add column education text;
alter table profiles add column pronouns text;
alter table profiles add column hidden_fields text[] not null default '{}';
