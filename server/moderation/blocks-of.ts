import { sql } from 'kysely';
import type { ProfileCard } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { profileCards } from '../profiles/index.ts';
import { type CardViewer, unacquainted } from '../visibility/index.ts';

const PAGE = 24;

/**
 * GET /api/blocks.php: blocked members, newest first, without closed accounts and acquaintances. Blocks from a former account
 * with the same address are listed only once the address is confirmed.
 */
export async function blocksOf(
  app: Pick<App, 'db' | 'parts'>,
  viewer: CardViewer<number>,
  cursor: string | undefined,
): Promise<{ profiles: ProfileCard[]; next: string | null }> {
  const { id: member } = viewer;
  const list = `blocks ${member}`;
  const [micros, id] = readCursor(list, cursor, 2) ?? [];
  const after =
    micros === undefined
      ? sql`true`
      : sql`(b.created_at, b.blocked_id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::bigint)`;
  const { rows } = await sql<{ id: number; micros: number }>`
    select b.blocked_id as id, (extract(epoch from b.created_at) * 1000000)::bigint as micros
    from blocks b join members m on m.id = b.blocked_id
    where b.blocker_id = ${member} and m.status in ('active', 'not_confirmed') and ${unacquainted(sql.ref('b.blocked_id'), member)} and ${after}
      and (not b.inherited or exists (select from members where id = ${member} and status = 'active'))
    order by b.created_at desc, b.blocked_id desc limit ${PAGE + 1}`.execute(app.db);
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  return {
    profiles: await profileCards(
      app,
      viewer,
      shown.map((row) => row.id),
    ),
    next: rows.length > PAGE && last ? writeCursor(list, [last.micros, last.id]) : null,
  };
}
