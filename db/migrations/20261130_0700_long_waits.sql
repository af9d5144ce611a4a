-- The start of the wait that `desk.waiting` has reported. A later wait of the same conversation has another start.
alter table unanswered add column reported_since timestamptz;
