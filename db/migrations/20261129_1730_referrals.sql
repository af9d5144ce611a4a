-- Members who came by another member's link, and the reward of both after the first purchase that stands.
create table referrals (
  friend_id bigint primary key references members on delete cascade,
  inviter_id bigint not null references members on delete cascade,
  host text not null,
  status text not null default 'waiting' check (status in ('waiting', 'paid', 'refused', 'taken_back')),
  -- Why it was refused.
  reason text check (reason in ('related', 'known', 'cap', 'left')),
  credits integer,
  payment_id uuid references payments,
  created_at timestamptz not null default app_now(),
  settled_at timestamptz,
  check (friend_id <> inviter_id)
);

create index referrals_of_inviter on referrals (inviter_id, settled_at desc);
create index referrals_by_time on referrals (created_at desc, friend_id desc);
create index referrals_waiting on referrals (friend_id) where status = 'waiting';
create index referrals_paid on referrals (settled_at) where status = 'paid';
create index referrals_of_payment on referrals (payment_id) where payment_id is not null;

alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check check (kind in (
  'signup', 'purchase', 'message', 'image', 'gift', 'video_call', 'refund', 'chargeback', 'debt', 'operator_grant', 'demo_grant', 'import', 'lapse', 'referral')) not valid;
alter table ledger_entries validate constraint ledger_entries_kind_check;
