import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import { must } from '#contract/must.ts';
import type { PhotoFlag } from '#contract/photos/photo-calls.ts';
import type { App } from '../../platform/app.ts';
import { one } from '../../platform/database/index.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { profileCardMap } from '../../profiles/index.ts';
import { ofMemberInLanguages, ofMemberInSites } from '../../site-scope/index.ts';
import { operatorView } from '../../visibility/index.ts';
import type { PhotoAddresses } from '../addresses.ts';
import { claimItems, type Reviewer } from './claim-items.ts';

const PAGE = 30;

const LIST = 'waiting photos';

/**
 * GET /api/admin/photos: photos that wait for a decision, longest waiting first, without the operator's own.
 * Each moderator gets items that no colleague is shown at the same time.
 */
export async function waitingPhotos(
  app: Pick<App, 'db' | 'parts'>,
  addresses: PhotoAddresses,
  operator: Reviewer,
  cursor?: string,
): Promise<CallReply<'adminPhotos'>> {
  const [after] = readCursor(LIST, cursor, 1) ?? [0];
  const waits = sql`status = 'inspecting' and not awaits_lists and photos.member_id <> ${operator.id} and ${ofMemberInSites(operator.sites, sql`photos.member_id`)} and ${ofMemberInLanguages(operator.languages, sql`photos.member_id`)}`;
  const claimed = await claimItems(
    app.db,
    'photos',
    operator,
    sql`select id from photos where ${waits} and id > ${after}`,
  );
  const [{ rows }, total] = await Promise.all([
    sql<{
      id: number;
      member_id: number;
      status: 'inspecting';
      private: boolean;
      flags: PhotoFlag[];
      created_at: Date;
    }>`
      select id, member_id, status, private, flags, created_at from photos
      where ${waits} and id > ${after} and (${claimed}::bigint[] is null or id = any(${claimed})) order by id limit ${PAGE + 1}`.execute(
      app.db,
    ),
    one(
      sql<{
        waiting: number;
      }>`select count(*)::int as waiting from photos where ${waits}`.execute(app.db),
    ),
  ]);
  const page = rows.slice(0, PAGE);
  const cards = await profileCardMap(
    app,
    operatorView(operator.id),
    page.map((row) => row.member_id),
  );
  return {
    photos: page.map((row) => ({
      id: row.id,
      member: must(cards.get(row.member_id), 'card of the member'),
      filename: addresses.address(row.id, '960'),
      status: row.status,
      private: row.private,
      flags: row.flags,
      created_at: row.created_at.toISOString(),
    })),
    waiting: total.waiting,
    next: nextPage(rows, PAGE, (last) => writeCursor(LIST, [last.id])),
  };
}
