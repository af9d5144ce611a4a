-- An account that nobody uses is deleted, and its member is told before.
alter table members add column unused_told_at timestamptz;
