-- A held account with a listed picture is released by two moderators (docs/product.md 12.19): the first who asked.
alter table account_holds add column release_asked_by bigint;
