import { sql } from 'kysely';
import type { ActivityDetails } from '#contract/activity/activity-details.ts';
import type { ActivityKind } from '#contract/activity/activity-kinds.ts';
import type { CallReply } from '#contract/calls.ts';
import type { App } from '../platform/app.ts';
import { nextPage } from '../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { hydrate, skeletonColumns } from '../profiles/index.ts';
import { knownTo, type Viewer } from '../visibility/index.ts';
import { isNew, shownTo } from './shown-to.ts';

const PAGE = 40;

interface EventRow {
  event: number;
  kind: ActivityKind;
  is_new: boolean;
  created_at: Date;
  details: ActivityDetails;
  /** The person's profile, null if the event is about nobody whom the viewer may see. */
  id: number | null;
  version: string | null;
  liked?: boolean;
  my_version?: string;
}

/** GET /api/activity.php: what happened to the member, newest first, without hidden people. */
export async function activityOf(
  app: Pick<App, 'db' | 'parts'>,
  viewer: Viewer<number>,
  cursor: string | undefined,
): Promise<CallReply<'activity'>> {
  const list = `activity ${viewer.id}`;
  const [before] = readCursor(list, cursor, 1) ?? [Number.MAX_SAFE_INTEGER];
  const { rows } = await sql<EventRow>`
    with page as (
      select a.id, a.kind, ${isNew} as is_new, a.created_at, a.details, case when ${knownTo(viewer)} then p.id end as person
      from activities a left join profiles p on p.id = a.about_id
      where a.member_id = ${viewer.id} and a.id < ${before}::bigint and ${shownTo(viewer)}
      order by a.id desc limit ${sql.lit(PAGE + 1)}
    )
    select page.id as event, page.kind, page.is_new, page.created_at, page.details, ${skeletonColumns(viewer.id, sql`array(select person from page)`)}
    from page left join profiles p on p.id = page.person order by page.id desc`.execute(app.db);
  const shown = rows.slice(0, PAGE);
  const people = await hydrate(app, viewer, shown.filter(isAboutSomebody));
  return {
    events: shown.map((row) => {
      const profile = isAboutSomebody(row) ? people.card(row) : null;
      return {
        id: row.event,
        kind: row.kind,
        unread: row.is_new,
        created_at: row.created_at.toISOString(),
        ...(profile && { profile }),
        details: row.details,
      };
    }),
    next: nextPage(rows, PAGE, (last) => writeCursor(list, [last.event])),
  };
}

const isAboutSomebody = (row: EventRow): row is EventRow & { id: number; version: string } => row.id !== null;
