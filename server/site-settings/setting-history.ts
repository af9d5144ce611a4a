import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db } from '../platform/database/index.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { refuse } from '../platform/http/refusal.ts';
import { changeIn, type SettingOperator } from './change-settings.ts';
import { SITES_CHANGED } from './site-cache.ts';

const PAGE = 30;

interface Row {
  id: number;
  key: string;
  old_value: unknown;
  new_value: unknown;
  operator_id: number;
  operator_name: string | null;
  created_at: Date;
  undoes: number | null;
  stands: boolean;
}

/** GET /api/admin/setting-history.php: the changes of a site's settings, or of one of them, the newest first. */
export async function settingHistory(db: Db, { site, key, cursor }: { site: string; key?: string; cursor?: string }): Promise<CallReply<'settingHistory'>> {
  const list = `settings ${site} ${key ?? ''}`;
  const [before] = readCursor(list, cursor, 1) ?? [Number.MAX_SAFE_INTEGER];
  const { rows } = await sql<Row>`
    select c.id, c.key, c.old_value, c.new_value, c.operator_id, p.name as operator_name, c.created_at, c.undoes,
      not exists (select from setting_changes later where later.host = c.host and later.key = c.key and later.id > c.id) as stands
    from setting_changes c left join profiles p on p.id = c.operator_id
    where c.host = ${site} and c.id < ${before} and ${key ? sql`c.key = ${key}` : sql`true`}
    order by c.id desc limit ${PAGE + 1}`.execute(db);
  const page = rows.slice(0, PAGE);
  return {
    changes: page.map(({ operator_id, operator_name, created_at, ...row }) => ({
      ...row,
      operator: { id: operator_id, name: operator_name },
      at: created_at.toISOString(),
    })),
    next: rows.length > PAGE ? writeCursor(list, [page.at(-1)!.id]) : null,
  };
}

/**
 * POST /api/admin/setting-history.php: takes back a change that still stands. False when it had been taken back before:
 * a repeat does nothing, and says so.
 *
 * Refuses `not_found`; `conflict` when the setting was changed again since; what `changeSettings` refuses.
 */
export async function undoSetting(app: Pick<App, 'db' | 'events'>, operator: SettingOperator, id: number): Promise<boolean> {
  const host = await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ host: string; key: string; old_value: unknown }>`select host, key, old_value from setting_changes where id = ${id}`.execute(
      tx,
    );
    const change = rows[0];
    if (!change) throw refuse('not_found');
    await sql`select from sites where host = ${change.host} for update`.execute(tx);
    const { rows: later } = await sql<{ undoes: number | null }>`
      select undoes from setting_changes where host = ${change.host} and key = ${change.key} and id > ${id} order by id desc limit 1`.execute(tx);
    if (later[0]) {
      if (later[0].undoes === id) return null;
      throw refuse('conflict');
    }
    await changeIn(tx, operator, change.host, [{ key: change.key, value: change.old_value }], { undoes: id, fromElsewhere: true });
    return change.host;
  });
  if (host) app.events.publish(SITES_CHANGED, { host });
  return host !== null;
}
