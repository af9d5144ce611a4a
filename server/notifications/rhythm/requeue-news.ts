import { sql } from 'kysely';
import type { DigestType } from '#contract/lists/notifications.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { addresseeOf } from '../audience.ts';
import { queueNewsMail } from '../notify.ts';
import { queueHeldPushes } from './queue-held-pushes.ts';
import { queueNewsDigest } from './queue-news-digest.ts';

/**
 * Queues what waits for a member again, for the moment that the member's rhythm and time zone now say.
 */
export async function requeueNews(app: Pick<App, 'jobs' | 'parts'>, tx: Tx, member: number): Promise<void> {
  const to = await addresseeOf({ ...app, db: tx }, member);
  if (!to) return;
  const news = await sql<{ type: DigestType }>`
    select distinct type from notification_news where member_id = ${member}`.execute(tx);
  for (const { type } of news.rows)
    await (type === 'saved_searches' ? queueNewsDigest(app, tx, to) : queueNewsMail(app, tx, to, type));
  const held = await sql`select from held_pushes where member_id = ${member} limit 1`.execute(tx);
  if (held.rows.length > 0) await queueHeldPushes(app, tx, to);
}
