-- Members who must verify their photos before they write to somebody new (docs/product.md 12.21): because an operator
-- asked, with words that the member reads, or because of a throw-away address. The badge ends a demand.
create table verification_demands (
  member_id bigint primary key references members on delete cascade,
  kind text not null check (kind in ('asked', 'disposable_mail')),
  words text not null default '',
  asked_by bigint,
  asked_at timestamptz not null default app_now()
);
