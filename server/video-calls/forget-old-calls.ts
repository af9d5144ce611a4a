import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { longestVisibleDays } from '../site-settings/index.ts';

/** Deletes calls when messages of their age are deleted (`deleteOldMessages`). */
export async function forgetOldCalls(app: Pick<App, 'db' | 'parts'>): Promise<void> {
  const days = await longestVisibleDays(app);
  await sql`
    delete from video_calls
      where created_at < app_now() - ${days + 1} * interval '1 day' and status = 'ended'`.execute(app.db);
}
