import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { one } from '../platform/database/index.ts';
import { longestVisibleDays } from '../site-settings/index.ts';

const BATCH = 5000;

/**
 * Permanently deletes the messages that `message_visible_days` hides (docs/product.md 8.4), in batches so
 * that no send waits for it. It uses the longest retention of all sites, plus a day.
 */
export async function deleteOldMessages(
  app: Pick<App, 'db' | 'parts' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const days = await longestVisibleDays(app);
  let deleted = 0;
  for (let found = BATCH; found === BATCH && !signal.aborted; deleted += found) {
    const row = await one(
      sql<{ deleted: number }>`select delete_old_messages(${days + 1}, ${BATCH}) as deleted`.execute(app.db),
    );
    found = row.deleted;
  }
  if (deleted > 0) app.log.info({ deleted }, 'deleted old messages');
}
