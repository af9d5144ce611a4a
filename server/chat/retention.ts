import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
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
    const { rows } = await sql`
      with old as (
        select conversation_id, id from messages where created_at < app_now() - ${days + 1} * interval '1 day' limit ${BATCH}
      ),
      gone as (delete from messages m using old where m.conversation_id = old.conversation_id and m.id = old.id returning m.conversation_id, m.id),
      forgotten as (
        update participants p set last_excerpt = null
          from gone join conversations c on c.id = gone.conversation_id and c.last_message_id = gone.id
          where p.conversation_id = c.id and p.member_id in (c.member_low, c.member_high) and p.last_message_id = gone.id
      )
      select id from gone`.execute(app.db);
    found = rows.length;
  }
  if (deleted > 0) app.log.info({ deleted }, 'deleted old messages');
}
