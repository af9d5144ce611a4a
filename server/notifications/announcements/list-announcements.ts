import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { Announced } from '#contract/notifications/calls.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { Db } from '../../platform/database/index.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { allInSites } from '../../site-scope/index.ts';

const PAGE = 20;

const LIST = 'announcements';

export async function listAnnouncements(
  db: Db,
  sites: Sites,
  cursor: string | undefined,
): Promise<CallReply<'adminAnnouncements'>> {
  const [before] = readCursor(LIST, cursor, 1) ?? [Number.MAX_SAFE_INTEGER];
  const { rows } = await sql<
    Omit<Announced, 'starts_at' | 'operator'> & {
      starts_at: Date;
      created_by: number | null;
      name: string | null;
    }
  >`
    select a.id, a.type, a.texts, a.audience, a.starts_at, a.status, a.meant, a.sent, a.mailed, a.pushed, a.dropped, a.created_by, p.name
    from announcements a left join profiles p on p.id = a.created_by where a.id < ${before} and ${allInSites(sites, sql`(case when a.audience ? 'hosts' then array(select jsonb_array_elements_text(a.audience -> 'hosts')) end)`)} order by a.id desc limit ${PAGE + 1}`.execute(
    db,
  );
  const page = rows.slice(0, PAGE);
  return {
    announcements: page.map(({ starts_at, created_by, name, ...row }) => ({
      ...row,
      starts_at: starts_at.toISOString(),
      operator: created_by === null ? null : { id: created_by, name },
    })),
    next: nextPage(rows, PAGE, (last) => writeCursor(LIST, [last.id])),
  };
}
