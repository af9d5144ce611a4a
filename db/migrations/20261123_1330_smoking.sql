-- Nobody has answered yet, so no row's bits change.
alter table profiles add column smoking text;
