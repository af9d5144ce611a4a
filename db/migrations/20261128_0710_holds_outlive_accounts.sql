-- A hold with pictures of a suspected minor outlives its account (docs/product.md 12.16), with the site that the
-- account was of.
alter table account_holds drop constraint account_holds_member_id_fkey;

alter table account_holds add host text, add purged_at timestamptz;
