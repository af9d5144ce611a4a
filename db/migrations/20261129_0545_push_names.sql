-- Off at first: others can read a lock screen.
alter table members add column push_names boolean not null default false;
