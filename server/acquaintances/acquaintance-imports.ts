import { sql } from 'kysely';
import type { AcquaintanceImports } from '#contract/acquaintances/calls.ts';
import type { App } from '../platform/app.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { browserKey } from './contact-hashes.ts';
import { countContacts } from './count-contacts.ts';

const PAGE = 24;

/**
 * GET /api/acquaintances.php: the member's lists, newest first. It never says how many of the contacts are members, or
 * else a list would be a way to look them up.
 */
export async function acquaintanceImportsOf(
  { config, db }: Pick<App, 'config' | 'db'>,
  member: number,
  cursor: string | undefined,
): Promise<AcquaintanceImports> {
  const list = `acquaintances ${member}`;
  const [before] = readCursor(list, cursor, 1) ?? [];
  const { rows } = await sql<{ id: number; contacts: number; created_at: Date }>`
    select id, contacts, created_at from acquaintance_imports
    where member_id = ${member} and removed_at is null and ${before === undefined ? sql`true` : sql`id < ${before}::bigint`}
    order by id desc limit ${PAGE + 1}`.execute(db);
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  return {
    imports: shown.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    contacts: await countContacts(db, member),
    key: browserKey(config.secret).toString('base64url'),
    next: rows.length > PAGE && last ? writeCursor(list, [last.id]) : null,
  };
}
