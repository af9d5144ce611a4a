import { sql } from 'kysely';
import { readsColleagues } from '#contract/lists/roles.ts';
import { money } from '#contract/money.ts';
import type { SupportStatus } from '#contract/rules/support-rules.ts';
import type { SupportMember } from '#contract/support/inbox.ts';
import { describeBrowser } from '../identity/index.ts';
import { oneOrNone, type Db } from '../platform/database/index.ts';
import type { MemberSession } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { currentStatus } from './thread-row.ts';

type Payment = Omit<SupportMember['payments'][number], 'amount' | 'created_at'> & {
  amount_cents: number;
  currency: string;
  created_at: Date;
};
type Dated<T> = Omit<T, 'created_at'> & { created_at: Date };

const withDate = <T extends { created_at: Date }>({ created_at, ...row }: T) => ({
  ...row,
  created_at: created_at.toISOString(),
});

/**
 * GET /api/admin/support-member: what an answer usually needs to know of the member, a few rows of each kind. Throws
 * `role_required` for a colleague.
 */
export async function memberBeside(
  db: Db,
  { memberId: operator, roles }: Pick<MemberSession, 'memberId' | 'roles'>,
  id: number,
): Promise<SupportMember> {
  const row = await oneOrNone(
    sql<
      Pick<
        SupportMember,
        'name' | 'email' | 'email_confirmed' | 'status' | 'premium' | 'country' | 'credits'
      > & {
        signup_date: Date;
        roles: string[];
      }
    >`
      select p.name, m.email, m.confirmed_at is not null as email_confirmed, m.status, m.paid_user as premium, p.country, m.credits, m.signup_date, m.roles
      from members m left join profiles p on p.id = m.id where m.id = ${id}`.execute(db),
  );
  if (!row) throw refuse('not_found');
  const { roles: staffRoles, ...account } = row;
  if (staffRoles.length > 0 && id !== operator && !readsColleagues(roles)) throw refuse('role_required');
  const [payments, ledger, sessions, complaints, mails, threads] = await Promise.all([
    paymentsOf(db, id),
    sql<Dated<SupportMember['ledger'][number]>>`
      select kind, credits, balance, created_at from ledger_entries where member_id = ${id} order by id desc limit 6`.execute(
      db,
    ),
    sql<{ user_agent: string | null; last_used_at: Date }>`
      select user_agent, last_used_at from sessions where member_id = ${id} and expires_at > app_now()
      order by last_used_at desc limit 4`.execute(db),
    complaintsOf(db, id),
    sql<Dated<SupportMember['mails'][number]>>`
      select type, sent_at as created_at from notification_mails where member_id = ${id} order by sent_at desc limit 5`.execute(
      db,
    ),
    sql<{ id: number; subject: string; status: SupportStatus }>`
      select th.id, th.subject, ${currentStatus} as status from support_threads th where th.member_id = ${id}
      order by th.updated_at desc, th.id desc limit 6`.execute(db),
  ]);
  return {
    id,
    ...account,
    signup_date: account.signup_date.toISOString(),
    payments,
    ledger: ledger.rows.map(withDate),
    sessions: sessions.rows.map(({ user_agent, last_used_at }) => {
      const { browser, system } = describeBrowser(user_agent);
      return { browser, system, last_used_at: last_used_at.toISOString() };
    }),
    complaints,
    mails: mails.rows.map(withDate),
    threads: threads.rows,
  };
}

async function paymentsOf(db: Db, member: number): Promise<SupportMember['payments']> {
  const { rows } = await sql<Payment>`
    select id, status, amount_cents, currency, credits, method,
      (charged_back_at is not null or refunded_at is not null) as reversed, created_at
    from payments where member_id = ${member} order by created_at desc, id desc limit 5`.execute(db);
  return rows.map(({ amount_cents, currency, ...payment }) => ({
    ...withDate(payment),
    amount: money(amount_cents, currency),
  }));
}

async function complaintsOf(db: Db, member: number): Promise<SupportMember['complaints']> {
  const { rows } = await sql<Dated<SupportMember['complaints'][number]>>`
    select id, by_member, category, created_at,
      case status when 'open' then 'received' when 'in_review' then 'looked_at' else 'decided' end as state
    from (
      (select id, true as by_member, category, status, created_at from complaints where reporter_id = ${member} order by id desc limit 5)
      union
      (select id, false, category, status, created_at from complaints where profile_id = ${member} order by id desc limit 5)) found
    order by id desc limit 5`.execute(db);
  return rows.map(withDate);
}
