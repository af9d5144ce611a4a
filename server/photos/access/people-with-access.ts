import { sql } from 'kysely';
import type { PhotoAccessState } from '#contract/photos/access-states.ts';
import type { PersonWithAccess } from '#contract/photos/access.ts';
import type { App } from '../../platform/app.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { profileCardMap } from '../../profiles/index.ts';
import { talkingWith, type Viewer } from '../../visibility/index.ts';
import { isCurrentAccess } from './access-pieces.ts';

const PAGE = 24;

/**
 * GET /api/photo-access.php: the people in one state, newest first. Whoever asked is known to the owner, as after a
 * message, so the list shows the same people as the conversations.
 */
export async function peopleWithAccess(
  app: Pick<App, 'db' | 'parts'>,
  viewer: Viewer<number>,
  { state, cursor }: { state: PhotoAccessState; cursor?: string | undefined },
): Promise<{ people: PersonWithAccess[]; next: string | null }> {
  const list = `photo access ${viewer.id} ${state}`;
  const [micros, id] = readCursor(list, cursor, 2) ?? [];
  const after =
    micros === undefined
      ? sql`true`
      : sql`(a.changed_at, a.viewer_id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::bigint)`;
  const { rows } = await sql<{ id: number; micros: number; since: Date; until: Date | null }>`
    select a.viewer_id as id, (extract(epoch from a.changed_at) * 1000000)::bigint as micros, a.changed_at as since, a.expires_at as until
    from photo_access a join profiles p on p.id = a.viewer_id
    where a.owner_id = ${viewer.id} and a.state = ${state} and ${isCurrentAccess} and ${talkingWith(viewer)} and ${after}
    order by a.changed_at desc, a.viewer_id desc limit ${PAGE + 1}`.execute(app.db);
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  const cards = await profileCardMap(
    app,
    viewer,
    shown.map((row) => row.id),
  );
  return {
    people: shown.flatMap(({ id: person, since, until }) => {
      const profile = cards.get(person);
      if (!profile) return [];
      return [{ profile, state, since: since.toISOString(), ...(until && { until: until.toISOString() }) }];
    }),
    next: rows.length > PAGE && last ? writeCursor(list, [last.micros, last.id]) : null,
  };
}
