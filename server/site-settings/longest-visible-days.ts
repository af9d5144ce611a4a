import type { App } from '../platform/app.ts';
import { settingsOf } from './site.ts';

/** The longest `message_visible_days` of all sites: what members wrote and did in chats is deleted after it. */
export async function longestVisibleDays(app: Pick<App, 'db' | 'parts'>): Promise<number> {
  const hosts = await app.db.selectFrom('sites').select('host').execute();
  const days = await Promise.all(
    hosts.map(async ({ host }) => (await settingsOf(app, host)).message_visible_days),
  );
  return Math.max(...days);
}
