import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import { must } from '#contract/must.ts';
import { claimItems, type Reviewer } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import { one } from '../../platform/database/index.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { profileCardMap } from '../../profiles/index.ts';
import { ofMemberInLanguages, ofMemberInSites } from '../../site-scope/index.ts';
import { operatorView } from '../../visibility/index.ts';

const PAGE = 30;
const LIST = 'waiting voice introductions';

/**
 * GET /api/admin/voice-intros: voice introductions that wait for a decision, longest waiting first, without the operator's
 * own. Each moderator gets items that no colleague is shown at the same time.
 */
export async function waitingIntros(
  app: Pick<App, 'db' | 'parts'>,
  operator: Reviewer,
  cursor?: string,
): Promise<CallReply<'adminVoiceIntros'>> {
  const [after] = readCursor(LIST, cursor, 1) ?? [0];
  const waits = sql`v.status = 'inspecting' and v.member_id <> ${operator.id} and ${ofMemberInSites(operator.sites, sql`v.member_id`)} and ${ofMemberInLanguages(operator.languages, sql`v.member_id`)}`;
  const claimed = await claimItems(
    app.db,
    'voice_intros',
    operator,
    sql`select v.id from voice_intros v where ${waits} and v.id > ${after}`,
  );
  const [{ rows }, { waiting }] = await Promise.all([
    sql<{
      id: number;
      member_id: number;
      duration_ms: number;
      waveform: string;
      replaces: boolean;
      created_at: Date;
    }>`
      select v.id, v.member_id, v.duration_ms, v.waveform, v.created_at,
        exists (select from voice_intros o where o.member_id = v.member_id and o.status = 'active') as replaces
      from voice_intros v
      where ${waits} and v.id > ${after} and (${claimed}::bigint[] is null or v.id = any(${claimed})) order by v.id limit ${PAGE + 1}`.execute(
      app.db,
    ),
    one(
      sql<{
        waiting: number;
      }>`select count(*)::int as waiting from voice_intros v where ${waits}`.execute(app.db),
    ),
  ]);
  const page = rows.slice(0, PAGE);
  const cards = await profileCardMap(
    app,
    operatorView(operator.id),
    page.map((row) => row.member_id),
  );
  return {
    intros: page.map((row) => ({
      ...app.parts.voice.present(row),
      member: must(cards.get(row.member_id), 'card of the member'),
      ...(row.replaces && { replaces: true as const }),
      created_at: row.created_at.toISOString(),
    })),
    waiting,
    next: nextPage(rows, PAGE, (last) => writeCursor(LIST, [last.id])),
  };
}
