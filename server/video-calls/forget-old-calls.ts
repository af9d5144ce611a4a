import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { settingsOf } from '../site-settings/index.ts';

/** Deletes calls as old as the messages that are deleted: the longest `message_visible_days` of all sites, plus a day. */
export async function forgetOldCalls(app: Pick<App, 'db' | 'parts'>): Promise<void> {
  const hosts = await app.db.selectFrom('sites').select('host').execute();
  const days = await Promise.all(
    hosts.map(async ({ host }) => (await settingsOf(app, host)).message_visible_days),
  );
  await sql`
    delete from video_calls
      where created_at < app_now() - ${Math.max(...days) + 1} * interval '1 day' and status = 'ended'`.execute(
    app.db,
  );
}
