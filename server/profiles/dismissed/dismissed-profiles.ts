import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { App } from '../../platform/app.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { knownTo, type Viewer } from '../../visibility/index.ts';
import { hydrate, skeletonColumns, type Shown } from '../hydrate.ts';

const PAGE = 24;

/** GET /api/not-for-me.php: the profiles that the member dismissed, newest first, without hidden ones. */
export async function dismissedProfiles(
  app: Pick<App, 'db' | 'parts'>,
  viewer: Viewer<number>,
  cursor: string | undefined,
): Promise<CallReply<'dismissed'>> {
  const list = `dismissed ${viewer.id}`;
  const [micros, before] = readCursor(list, cursor, 2) ?? [];
  const after =
    micros === undefined
      ? sql`true`
      : sql`(d.until, d.profile_id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${before}::bigint)`;
  const { rows } = await sql<Shown & { micros: number }>`
    with page as (
      select d.profile_id, d.until from dismissed_profiles d join profiles p on p.id = d.profile_id
      where d.member_id = ${viewer.id} and d.until > app_now() and ${after} and ${knownTo(viewer)}
      order by d.until desc, d.profile_id desc limit ${sql.lit(PAGE + 1)}
    )
    select ${skeletonColumns(viewer.id, sql`array(select profile_id from page)`)}, (extract(epoch from page.until) * 1000000)::bigint as micros
    from page join profiles p on p.id = page.profile_id order by page.until desc, p.id desc`.execute(app.db);
  const shown = rows.slice(0, PAGE);
  const people = await hydrate(app, viewer, shown);
  return {
    profiles: shown.flatMap((row) => people.card(row) ?? []),
    next: nextPage(rows, PAGE, (last) => writeCursor(list, [last.micros, last.id])),
  };
}
