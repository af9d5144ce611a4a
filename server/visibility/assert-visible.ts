import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { refusalOf, seenThrough, type Relation, type Surface } from './rules.ts';
import { relationColumns, type Viewer } from './sql-pieces.ts';

/** What is found on the way, so that callers need not ask again. */
export interface Found extends Relation {
  id: number;
  name: string;
  kind: 'member' | 'fictional' | 'cam';
  paid: boolean;
}

/** The relation between the viewer and profile `id`; null when there is no such profile. One statement, by primary keys. */
export async function relationTo(db: Db, viewer: Viewer, id: number): Promise<Found | null> {
  const { rows } = await sql<Found>`
    select p.id, p.name, p.kind, m.paid_user as paid, ${relationColumns(viewer)}
    from profiles p join members m on m.id = p.id
    where p.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Lets pass who may see profile `id` on a surface: `opened` its screen, `approached` a like or a first message.
 *
 * Refuses `blocked_by` with the name, `not_found` for all else that may not be seen, as for a profile that does not exist.
 */
export async function assertVisible(db: Db, viewer: Viewer, id: number, surface: Surface = 'opened'): Promise<Found> {
  const found = await relationTo(db, viewer, id);
  if (!found) throw refuse('not_found');
  const seen = seenThrough(found, surface);
  if (seen !== 'visible') throw refusalOf(seen, found.name);
  return found;
}

/** Whether the viewer may open profile `id`: the same rule where nobody waits for a refusal (live events, mails, pushes). */
export async function maySee(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  const found = await relationTo(db, viewer, id);
  return found !== null && seenThrough(found, 'opened') === 'visible';
}
