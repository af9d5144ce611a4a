import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { refusalOf, seenThrough, type Relation, type Surface } from './rules.ts';
import { relationColumns, type Viewer } from './sql-pieces.ts';

/** Data that the check has read, so that callers need not query it again. */
export interface Found extends Relation {
  id: number;
  name: string;
  kind: 'member' | 'fictional' | 'cam';
  paid: boolean;
}

export async function relationTo(db: Db, viewer: Viewer, id: number): Promise<Found | null> {
  const { rows } = await sql<Found>`
    select p.id, p.name, p.kind, m.paid_user as paid, ${relationColumns(viewer)}
    from profiles p join members m on m.id = p.id
    where p.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Asserts that the viewer may see profile `id` on a surface: `opened` for the profile's screen, `approached`
 * for a like or first message. Throws `blocked_by` if the profile's owner has blocked the viewer. Throws
 * `not_found` if the profile is hidden or does not exist, so that a viewer cannot distinguish the two.
 */
export async function assertVisible(
  db: Db,
  viewer: Viewer,
  id: number,
  surface: Surface = 'opened',
): Promise<Found> {
  const found = await relationTo(db, viewer, id);
  if (!found) throw refuse('not_found');
  const seen = seenThrough(found, surface);
  if (seen !== 'visible') throw refusalOf(seen, found.name);
  return found;
}

export async function maySee(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  const found = await relationTo(db, viewer, id);
  return found !== null && seenThrough(found, 'opened') === 'visible';
}
