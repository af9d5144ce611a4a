-- The member's own choices in the chat: whether others see what was read, and a pause of spending that the member has begun.
-- `spending_pause_ends_early`: its end was asked for, and `spending_paused_until` moved accordingly.
alter table members
  add column read_marks boolean not null default true,
  add column spending_paused_until timestamptz,
  add column spending_pause_ends_early boolean not null default false;
