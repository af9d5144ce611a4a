-- What is only ever added to is protected by privileges: the role that the site works as may neither change, delete nor
-- truncate these rows (server/platform/database/app-role.ts). A trigger did it for the ledger, from within the reach of that role.
drop trigger ledger_entries_append_only on ledger_entries;
drop function refuse_change();
