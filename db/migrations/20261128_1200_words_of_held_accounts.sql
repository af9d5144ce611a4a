-- The removed words of a suspected minor, which outlive the account like the pictures (docs/product.md 12.16).
alter table account_holds add evidence_words text[] not null default '{}';

update account_holds h set evidence_words = array(
  select f.body from flagged_texts f where f.member_id = h.member_id and f.removed and 'minor' = any(f.rules) order by f.id)
where h.reason = 'minor_words' and h.purged_at is null;
