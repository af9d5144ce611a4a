import { sql } from 'kysely';
import type { DigestType } from '#contract/lists/notifications.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { Addressee } from '../audience.ts';
import { queueNewsDigest } from './queue-news-digest.ts';

/** Notes news for the next mail of a daily or weekly rhythm. */
export async function collectForDigest(
  app: Pick<App, 'jobs'>,
  tx: Tx,
  to: Addressee,
  { type, about }: { type: DigestType; about: readonly number[] },
): Promise<void> {
  await sql`insert into notification_news (member_id, type, about_id)
    select ${to.id}, ${type}, about from unnest(${about}::bigint[]) about
    on conflict (member_id, type, about_id) do nothing`.execute(tx);
  await queueNewsDigest(app, tx, to);
}
