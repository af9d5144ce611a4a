import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { SITES_CHANGED } from '../site-cache.ts';
import { type SettingOperator, writeSettings } from './write-settings.ts';

/**
 * POST /api/admin/setting-history: undoes a change. Returns false if it is already undone. Throws `not_found`
 * if the change does not exist, `conflict` if the setting has changed again since, and every error of
 * `changeSettings`.
 */
export async function undoSetting(
  app: Pick<App, 'config' | 'db' | 'events'>,
  operator: SettingOperator,
  id: number,
): Promise<boolean> {
  const host = await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{
      host: string;
      key: string;
      old_value: unknown;
    }>`select host, key, old_value from setting_changes where id = ${id}`.execute(tx);
    const change = rows[0];
    if (!change) throw refuse('not_found');
    await sql`select from sites where host = ${change.host} for update`.execute(tx);
    const { rows: later } = await sql<{ undoes: number | null }>`
      select undoes from setting_changes where host = ${change.host} and key = ${change.key} and id > ${id} order by id desc limit 1`.execute(
      tx,
    );
    if (later[0]) {
      if (later[0].undoes === id) return null;
      throw refuse('conflict');
    }
    const { held } = await writeSettings(
      app,
      tx,
      operator,
      change.host,
      [{ key: change.key, value: change.old_value }],
      {
        undoes: id,
        fromElsewhere: true,
      },
    );
    return held ? null : change.host;
  });
  if (host) app.events.publish(SITES_CHANGED, { host });
  return host !== null;
}
