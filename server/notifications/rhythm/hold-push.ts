import { sql } from 'kysely';
import type { CollectedType } from '#contract/lists/notifications.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { Addressee } from '../audience.ts';
import { queueHeldPushes } from './queue-held-pushes.ts';

/** Keeps news about a person for the single push that follows the member's quiet hours. */
export async function holdPush(
  app: Pick<App, 'jobs'>,
  tx: Tx,
  to: Addressee,
  { type, about }: { type: CollectedType; about: number },
): Promise<void> {
  await sql`insert into held_pushes (member_id, type, about_id) values (${to.id}, ${type}, ${about})
    on conflict (member_id, type, about_id) do nothing`.execute(tx);
  await queueHeldPushes(app, tx, to);
}
