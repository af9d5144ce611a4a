-- A member's own pause of all mails of news; it ends by itself.
alter table members add column mails_paused_until timestamptz;
