import { sql } from 'kysely';
import { one, type Db } from '../platform/database/index.ts';

export interface LedgerFault {
  rule:
    | 'balance'
    | 'running_balance'
    | 'debt'
    | 'erased'
    | 'message_without_charge'
    | 'charge_without_message'
    | 'minute_without_charge'
    | 'charge_without_minute'
    | 'month';
  member: number;
  detail: string;
}

export interface LedgerReport {
  entries: number;
  held: number;
  accounts: Record<string, number>;
  /** The sum of all accounts and `held`, which must be zero. */
  total: number;
  /** At most 1000, so that a broken import does not fill the log. */
  faults: LedgerFault[];
}

const MOST = 1000;

/**
 * Checks that the ledger adds up (docs/product.md 13.1): each balance is the sum of its rows, each row has
 * the right running sum, debts equal the lent credits, erased members have no credits, and charges match the
 * paid messages of existing conversations. It uses one snapshot, so it may run under traffic.
 */
export async function reconcileLedger(db: Db): Promise<LedgerReport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      const faults: LedgerFault[] = [];
      for (const [rule, query] of Object.entries(rules)) {
        const { rows } = await query.execute(tx);
        faults.push(...rows.map((row) => ({ rule: rule as LedgerFault['rule'], ...row })));
      }
      const { rows: accounts } = await sql<{ account: string; credits: number; entries: number }>`
        select counter_account as account, -sum(credits)::bigint as credits, count(*) as entries from ledger_entries group by 1 order by 1`.execute(
        tx,
      );
      const row = await one(
        sql<{
          credits: number;
        }>`select coalesce(sum(credits), 0)::bigint as credits from members`.execute(tx),
      );
      return {
        entries: accounts.reduce((sum, { entries }) => sum + entries, 0),
        held: row.credits,
        total: accounts.reduce((sum, { credits }) => sum + credits, row.credits),
        accounts: Object.fromEntries(accounts.map(({ account, credits }) => [account, credits])),
        faults: faults.slice(0, MOST),
      };
    });
}

type Row = Omit<LedgerFault, 'rule'>;

const rules = {
  balance: sql<Row>`
    with e as materialized (select member_id, sum(credits) as credits from ledger_entries group by 1)
    select m.id as member, format('balance %s, rows sum to %s', m.credits, coalesce(e.credits, 0)) as detail
      from members m left join e on e.member_id = m.id
      where m.credits <> coalesce(e.credits, 0) limit ${MOST}`,
  running_balance: sql<Row>`
    select member, format('row %s says %s, the rows so far sum to %s', id, balance, so_far) as detail
      from (select member_id as member, id, balance, sum(credits) over (partition by member_id order by id) as so_far from ledger_entries) e
      where balance <> so_far limit ${MOST}`,
  debt: sql<Row>`
    with e as materialized (select member_id, sum(credits) as lent from ledger_entries where kind = 'debt' group by 1)
    select m.id as member, format('debt %s, lent %s', m.credit_debt, coalesce(e.lent, 0)) as detail
      from members m left join e on e.member_id = m.id
      where m.credit_debt <> coalesce(e.lent, 0) limit ${MOST}`,
  erased: sql<Row>`
    with e as materialized (select member_id, sum(credits) as credits from ledger_entries group by 1 having sum(credits) <> 0)
    select e.member_id as member, format('erased with %s credits', e.credits) as detail
      from e where not exists (select from members m where m.id = e.member_id) limit ${MOST}`,
  // Compares two sets instead of joining by member: a join compares a member's thousand messages with their
  // thousand charges, and took over a minute for 270,000 messages of 256 members.
  message_without_charge: sql<Row>`
    select sender_id as member, format('message %s of %s credits', id, credits) as detail
      from (
        select sender_id, id, credits from messages where credits > 0
        except select member_id, message_id, -credits from ledger_entries where message_id is not null
      ) unpaid
      limit ${MOST}`,
  // Retention deletes whole months of messages, so only charges of the last day must still have their
  // message.
  charge_without_message: sql<Row>`
    with e as materialized (
      select member_id, id, credits, conversation_id, message_id from ledger_entries
        where kind in ('message', 'image', 'gift') and created_at > app_now() - interval '1 day'
    ),
    missing as materialized (
      select conversation_id, message_id from e
      except select conversation_id, id from messages where created_at > app_now() - interval '2 days'
    )
    select e.member_id as member, format('row %s of %s credits', e.id, e.credits) as detail
      from e join missing using (conversation_id, message_id)
      where exists (select from conversations c where c.id = e.conversation_id)
      limit ${MOST}`,
  // Each paid minute of a call has its charge, and each released one its return.
  minute_without_charge: sql<Row>`
    with e as materialized (
      select member_id, kind, idempotency_key, credits from ledger_entries
        where kind = 'video_call' or kind = 'refund' and idempotency_key like 'returned:video_call:%'
    )
    select member, format('minute %s of %s credits', key, credits) as detail
      from (
        select v.caller_id as member, 'video_call:' || v.id || ':' || m.minute as key, m.credits
          from video_call_minutes m join video_calls v on v.id = m.call_id
        except select member_id, idempotency_key, -credits from e where kind = 'video_call'
        union all (
          select v.caller_id, 'returned:video_call:' || v.id || ':' || m.minute, m.credits
            from video_call_minutes m join video_calls v on v.id = m.call_id where m.state = 'released'
          except select member_id, idempotency_key, credits from e where kind = 'refund'
        )
      ) unpaid
      limit ${MOST}`,
  // Calls are deleted with either member, and with old messages.
  charge_without_minute: sql<Row>`
    with e as materialized (
      select member_id, other_id, id, credits, idempotency_key from ledger_entries
        where kind = 'video_call' and created_at > app_now() - interval '1 day'
    )
    select e.member_id as member, format('row %s of %s credits', e.id, e.credits) as detail
      from e
      where exists (select from members m where m.id = e.member_id) and exists (select from members m where m.id = e.other_id)
        and not exists (
          select from video_call_minutes m
            where m.call_id = split_part(e.idempotency_key, ':', 2)::uuid and m.minute = split_part(e.idempotency_key, ':', 3)::int)
      limit ${MOST}`,
  month: sql<Row>`
    with e as materialized (
      select member_id, -sum(credits) as spent from ledger_entries
        where counter_account = 'spent' and created_at >= date_trunc('month', app_now() at time zone 'UTC') at time zone 'UTC'
        group by 1
    )
    select m.id as member, format('%s spent this month, rows say %s', spent_this_month(m.id), e.spent) as detail
      from e join members m on m.id = e.member_id
      where spent_this_month(m.id) <> e.spent limit ${MOST}`,
} satisfies Record<LedgerFault['rule'], unknown>;
