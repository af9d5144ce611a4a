-- Books credits other than payments for messages: purchases and credits granted by the site (positive), refunds and
-- chargebacks (negative). One row per idempotency key: a repeat returns the balance and changes nothing.
--
-- A chargeback of spent credits is booked as `debt`, so that the balance never goes below zero and no row is lost; the
-- next incoming credits repay that debt first. Any other booking beyond the balance is refused: `booked` is false. A
-- purchase makes the member premium.
drop function if exists book_credits;
create function book_credits(in_member bigint, in_kind text, in_credits int, in_counter text, in_key text, in_payment uuid)
returns table (booked boolean, repeated boolean, credits int, credit_debt int, paid_user boolean)
language plpgsql as $$
#variable_conflict use_column
declare
  owner members;
  lent int := 0;
  repaid int := 0;
begin
  select * into owner from members where id = in_member for no key update;
  if not found then
    return query select false, false, 0, 0, false;
    return;
  end if;
  perform from ledger_entries where member_id = in_member and idempotency_key = in_key;
  if found then
    return query select true, true, owner.credits, owner.credit_debt, owner.paid_user;
    return;
  end if;

  if owner.credits + in_credits < 0 then
    if in_kind <> 'chargeback' then
      return query select false, false, owner.credits, owner.credit_debt, owner.paid_user;
      return;
    end if;
    lent := -(owner.credits + in_credits);
    insert into ledger_entries (member_id, kind, credits, counter_account, balance, idempotency_key, payment_id)
      values (in_member, 'debt', lent, 'debt', owner.credits + lent, in_key || ':debt', in_payment);
  end if;

  insert into ledger_entries (member_id, kind, credits, counter_account, balance, idempotency_key, payment_id)
    values (in_member, in_kind, in_credits, in_counter, owner.credits + lent + in_credits, in_key, in_payment);

  if in_credits > 0 and owner.credit_debt > 0 then
    repaid := least(owner.credit_debt, in_credits);
    insert into ledger_entries (member_id, kind, credits, counter_account, balance, idempotency_key, payment_id)
      values (in_member, 'debt', -repaid, 'debt', owner.credits + in_credits - repaid, in_key || ':debt', in_payment);
  end if;

  return query
    update members m set
        credits = owner.credits + lent + in_credits - repaid,
        credit_debt = owner.credit_debt + lent - repaid,
        paid_user = owner.paid_user or in_kind = 'purchase'
      where m.id = in_member
      returning true, false, m.credits, m.credit_debt, m.paid_user;
end $$;

-- Credits spent in the current calendar month (UTC), from the stored month and its total. Compared with the member's
-- own spending cap. A plain SQL expression so that PostgreSQL inlines it.
create or replace function spent_in(month date, credits int) returns int language sql stable as $$
  select case when month = date_trunc('month', app_now() at time zone 'UTC')::date then credits else 0 end
$$;

-- The same for a member by ID.
create or replace function spent_this_month(member bigint) returns int language sql stable as $$
  select spent_in(spending_month, spending_month_credits) from members where id = member
$$;
