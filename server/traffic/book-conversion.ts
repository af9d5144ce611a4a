import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import type { ConversionJob } from './queue-conversion.ts';

export const POSTBACK_JOB = 'partner-postback';
/** The queue lengthens its pauses; this many attempts span about two days. */
const POSTBACK_ATTEMPTS = 14;

/**
 * Books a conversion of a member with a traffic source, once per member and event, and queues the network's
 * postback in the same transaction. Repeats (a second purchase, a retried job) book nothing.
 */
export async function bookConversion(
  app: Pick<App, 'db' | 'jobs'>,
  { member, event }: ConversionJob,
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ postback_state: string }>`
      insert into conversions
        (member_id, event, network, ref, sub1, sub2, sub3, host, payout_cents, currency, postback_state)
      select m.id, ${event}, coalesce(n.key, left(m.tracking ->> 'network', 100)), m.tracking ->> 'ref',
        m.tracking ->> 'sub1', m.tracking ->> 'sub2', m.tracking ->> 'sub3', m.host,
        coalesce((n.payouts ->> ${event})::int, 0), n.currency,
        case when n.postback_url is null then 'none' else 'waiting' end
      from members m left join networks n on n.key = lower(m.tracking ->> 'network') and n.active
      where m.id = ${member} and m.tracking is not null and m.tracking <> '{}'::jsonb
      on conflict (member_id, event) do nothing
      returning postback_state`.execute(tx);
    if (rows[0]?.postback_state !== 'waiting') return;
    await app.jobs.add(tx, POSTBACK_JOB, { member, event } satisfies ConversionJob, {
      key: `postback:${member}:${event}`,
      maxAttempts: POSTBACK_ATTEMPTS,
    });
  });
}
