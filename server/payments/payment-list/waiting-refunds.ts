import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { Db } from '../../platform/database/index.ts';
import { hostInSites } from '../../site-scope/index.ts';
import { presentRefund } from '../operator-payments.ts';
import type { RefundRow } from '../refunds/refund-row.ts';

const TASKS = 100;

/** Refunds that wait for an operator, and withdrawals without a matching order. */
export async function tasksOf(
  db: Db,
  sites: Sites,
): Promise<Pick<CallReply<'adminPayments'>, 'tasks' | 'unmatched'>> {
  const [tasks, unmatched] = await Promise.all([
    sql<RefundRow>`select r.* from refunds r join payments p on p.id = r.payment_id where r.status in ('approval', 'by_hand') and ${hostInSites(sites, sql`p.host`)} order by r.id limit ${TASKS}`.execute(
      db,
    ),
    sql<{ id: string; name: string; email: string; order_text: string; received_at: Date }>`
      select id, name, email, order_text, received_at from withdrawals where outcome = 'unmatched' and handled_at is null and ${hostInSites(sites, sql`host`)} order by id limit ${TASKS}`.execute(
      db,
    ),
  ]);
  return {
    tasks: tasks.rows.map(presentRefund),
    unmatched: unmatched.rows.map(({ order_text, received_at, ...rest }) => ({
      ...rest,
      order: order_text,
      received_at: received_at.toISOString(),
    })),
  };
}
