import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db } from '../platform/database/index.ts';

export const conversionEvents = ['signup', 'activation', 'first_purchase'] as const;
export type ConversionEvent = (typeof conversionEvents)[number];

/** The job that books a conversion. Modules below this one queue it by its name. */
export const CONVERSION_JOB = 'conversion';
export const POSTBACK_JOB = 'partner-postback';
/** Tries of a postback: the pauses between them grow to about two days together. */
const POSTBACK_TRIES = 14;

export interface ConversionJob {
  member: number;
  event: ConversionEvent;
}

/** Queues a conversion in the transaction that makes it true. Nothing comes of it for a member from nowhere. */
export const queueConversion = (app: Pick<App, 'jobs'>, tx: Db, conversion: ConversionJob): Promise<void> => app.jobs.add(tx, CONVERSION_JOB, conversion);

/**
 * Books what became of a member who came from a traffic source, once for each event, and queues the postback of their network
 * in the same transaction. Money that comes again (a second purchase, a repeated job) books nothing.
 */
export async function bookConversion(app: Pick<App, 'db' | 'jobs'>, { member, event }: ConversionJob): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ postback_state: string }>`
      insert into conversions (member_id, event, network, ref, sub1, sub2, sub3, host, payout_cents, currency, postback_state)
      select m.id, ${event}, coalesce(n.key, left(m.tracking ->> 'network', 100)), m.tracking ->> 'ref', m.tracking ->> 'sub1', m.tracking ->> 'sub2', m.tracking ->> 'sub3',
        m.host, coalesce((n.payouts ->> ${event})::int, 0), n.currency, case when n.postback_url is null then 'none' else 'waiting' end
      from members m left join networks n on n.key = lower(m.tracking ->> 'network') and n.active
      where m.id = ${member} and m.tracking is not null and m.tracking <> '{}'::jsonb
      on conflict (member_id, event) do nothing returning postback_state`.execute(tx);
    if (rows[0]?.postback_state !== 'waiting') return;
    await app.jobs.add(tx, POSTBACK_JOB, { member, event } satisfies ConversionJob, { key: `postback:${member}:${event}`, maxAttempts: POSTBACK_TRIES });
  });
}
