-- The SEPA creditor identifier of a company, which a direct debit mandate names.
alter table companies add column creditor_id text check (creditor_id ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{3,31}$');
