-- A passkey counts as a way in, and as a second step, from the first assertion that the site could verify. Those that are there keep
-- counting: whoever relies on one must not lose their second step by an upgrade.
alter table passkeys add column confirmed_at timestamptz;
update passkeys set confirmed_at = created_at;
