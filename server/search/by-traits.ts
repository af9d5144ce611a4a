import { sql } from 'kysely';
import { itemAt } from '#contract/must.ts';
import type { Db } from '../platform/database/index.ts';
import { skeletonColumns, type Shown } from '../profiles/index.ts';
import { numberOf } from './count.ts';
import { START } from './ranges.ts';
import { scanTraits } from './scan.ts';
import { PAGE, type Pager } from './search-context.ts';

/**
 * Pages by interests and looks. A page finds one match more than it shows, so that common traits end the scan early.
 * If there are more, the first page counts them, up to `MOST_COUNTED`.
 */
export const traitsPager: Pager = async (db, { known, searcher, filters, position }) => {
  const after = position ? { id: position[1], day: position[2] } : START;
  const { found, seenTo } = await scanTraits(db, searcher, filters, after, PAGE + 1);
  const counted = position
    ? position[0]
    : found.length > PAGE
      ? await numberOf(db, known, searcher, filters)
      : found.length;
  const shown = found.slice(0, PAGE);
  const rows = await skeletonOf(
    db,
    searcher.id,
    shown.map(({ id }) => id),
  );
  const last = found.length > PAGE ? itemAt(shown, -1) : seenTo;
  return { rows, counted, next: last && [counted, last.id, last.day] };
};

export async function skeletonOf(db: Db, viewer: number | null, ids: number[]): Promise<Shown[]> {
  if (ids.length === 0) return [];
  const list = sql`${ids}::bigint[]`;
  const { rows } =
    await sql<Shown>`select ${skeletonColumns(viewer, list)} from profiles p where p.id = any(${list})`.execute(
      db,
    );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
