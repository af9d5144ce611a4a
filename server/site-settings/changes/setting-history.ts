import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { Db } from '../../platform/database/index.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';

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

export async function settingHistory(
  db: Db,
  { site, key, cursor }: { site: string; key?: string; cursor?: string },
): Promise<CallReply<'settingHistory'>> {
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
    next: nextPage(rows, PAGE, (last) => writeCursor(list, [last.id])),
  };
}
