import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import { must } from '#contract/must.ts';
import type { WaitingVerification } from '#contract/photos/verification.ts';
import type { Pose } from '#contract/rules/verification-rules.ts';
import type { App } from '../../platform/app.ts';
import { one } from '../../platform/database/index.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { profileCardMap } from '../../profiles/index.ts';
import { memberInLanguages, memberInSites } from '../../site-scope/index.ts';
import { operatorView } from '../../visibility/index.ts';
import type { PhotoAddresses } from '../addresses.ts';
import { claimItems, type Reviewer } from '../queue/claim-items.ts';
import { comparedPhotos } from './compared-photos.ts';

const PAGE = 20;

/** How long before the selfie a liveness check still says something about it. */
const LIVE_DAYS = 14;

const LIST = 'verifications';

/**
 * The selfies that wait for a decision, longest waiting first. Accounts that are closed or pending deletion
 * are excluded, and so is the operator's own. Each moderator gets items that no colleague is shown at the same time.
 */
export async function waitingVerifications(
  app: Pick<App, 'db' | 'parts'>,
  addresses: PhotoAddresses,
  operator: Reviewer,
  cursor?: string,
): Promise<CallReply<'adminVerifications'>> {
  const [after] = readCursor(LIST, cursor, 1) ?? [0];
  const waits = sql`v.sent_at is not null and v.decided_at is null and not v.awaits_lists and m.status in ('active', 'not_confirmed') and v.member_id <> ${operator.id} and ${memberInSites(operator.sites)} and ${memberInLanguages(operator.languages)}`;
  const claimed = await claimItems(
    app.db,
    'verifications',
    operator,
    sql`select v.id from verifications v join members m on m.id = v.member_id where ${waits} and v.id > ${after}`,
  );
  const [{ rows }, total] = await Promise.all([
    sql<{
      id: number;
      member_id: number;
      pose: Pose;
      sent_at: Date;
      intimate: boolean | null;
      live: WaitingVerification['live'] | null;
      photos: number[];
    }>`
      select v.id, v.member_id, v.pose, v.sent_at, v.intimate,
        (select json_build_object('provider', l.provider, 'at', to_json(l.decided_at at time zone 'UTC') #>> '{}' || 'Z') from liveness_checks l
          where l.member_id = v.member_id and l.state = 'passed' and l.decided_at > v.sent_at - ${LIVE_DAYS} * interval '1 day' order by l.id desc limit 1) as live, ${comparedPhotos(sql`v.member_id`)} as photos
      from verifications v join members m on m.id = v.member_id where ${waits} and v.id > ${after} and (${claimed}::bigint[] is null or v.id = any(${claimed})) order by v.id limit ${PAGE + 1}`.execute(
      app.db,
    ),
    one(
      sql<{
        waiting: number;
      }>`select count(*)::int as waiting from verifications v join members m on m.id = v.member_id where ${waits}`.execute(
        app.db,
      ),
    ),
  ]);
  const page = rows.slice(0, PAGE);
  const cards = await profileCardMap(
    app,
    operatorView(operator.id),
    page.map((row) => row.member_id),
  );
  return {
    verifications: page.map(({ id, member_id, pose, sent_at, intimate, live, photos }) => ({
      id,
      member: must(cards.get(member_id), 'card of the member'),
      pose,
      selfie: `/selfies/${id}`,
      photos: photos.map((photo) => addresses.address(Number(photo), '960')),
      sent_at: sent_at.toISOString(),
      ...(live && { live }),
      ...(intimate && { intimate: true as const }),
    })),
    waiting: total.waiting,
    next: nextPage(rows, PAGE, (last) => writeCursor(LIST, [last.id])),
  };
}
