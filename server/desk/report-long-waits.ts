import { sql } from 'kysely';
import { takeLongWaits } from '../chat/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { settingByHost } from '../site-settings/index.ts';
import { queueMemberEvent } from '../webhooks/index.ts';

const BATCH = 100;

/**
 * Queues `desk.waiting` once for each wait that is longer than `desk_wait_minutes`, a setting of the member's site.
 * Idempotent.
 */
export async function reportLongWaits(app: App, signal?: AbortSignal): Promise<void> {
  const minutes = await settingByHost(app, 'desk_wait_minutes', sql`m.host`);
  while (!signal?.aborted) {
    const taken = await inTransaction(app.db, async (tx) => {
      const waits = await takeLongWaits(tx, minutes, BATCH);
      for (const { conversation_id, profile_id, member_id, since } of waits) {
        await queueMemberEvent(app, tx, 'desk.waiting', member_id, {
          conversation: conversation_id,
          profile: profile_id,
          since: since.toISOString(),
        });
      }
      return waits.length;
    });
    if (taken < BATCH) return;
  }
}
