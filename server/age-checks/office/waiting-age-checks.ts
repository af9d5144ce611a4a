import { sql } from 'kysely';
import type { AgeRefusal } from '#contract/age-checks/lists.ts';
import type { CallReply } from '#contract/calls.ts';
import { must } from '#contract/must.ts';
import { claimItems, type Reviewer } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import { one } from '../../platform/database/index.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { profileCardMap } from '../../profiles/index.ts';
import { memberInLanguages, memberInSites } from '../../site-scope/index.ts';
import { operatorView } from '../../visibility/index.ts';

const PAGE = 20;
const LIST = 'age checks';

interface Row {
  id: number;
  member_id: number;
  date_of_birth: string | null;
  country: string | null;
  sent_at: Date;
  due_at: Date;
  appeal_of: number | null;
  appeal_text: string | null;
  refusal: AgeRefusal;
}

/**
 * Age checks that wait for a moderator, oldest first. Excludes accounts that are closed or pending deletion, the operator's
 * own check, and appeals against the operator's own decisions. Each moderator gets different checks.
 */
export async function waitingAgeChecks(
  app: Pick<App, 'db' | 'parts'>,
  operator: Reviewer,
  cursor?: string,
): Promise<CallReply<'adminAgeChecks'>> {
  const [after] = readCursor(LIST, cursor, 1) ?? [0];
  const from = sql`age_checks c join members m on m.id = c.member_id left join age_checks refused on refused.id = c.appeal_of`;
  const waits = sql`c.state = 'open' and c.sent_at is not null and m.status in ('active', 'not_confirmed')
    and exists (select from age_check_pictures where check_id = c.id) and refused.decided_by is distinct from ${operator.id} and c.member_id <> ${operator.id} and ${memberInSites(operator.sites)} and ${memberInLanguages(operator.languages)}`;
  const claimed = await claimItems(
    app.db,
    'age_checks',
    operator,
    sql`select c.id from ${from} where ${waits} and c.id > ${after}`,
  );
  const [{ rows }, { waiting, born_by: bornBy }] = await Promise.all([
    sql<Row>`
      select c.id, c.member_id, p.date_of_birth::text, p.country, c.sent_at, c.due_at, c.appeal_of, c.appeal_text,
        refused.reason as refusal
      from ${from} join profiles p on p.id = c.member_id
      where ${waits} and c.id > ${after} and (${claimed}::bigint[] is null or c.id = any(${claimed}))
      order by c.id limit ${PAGE + 1}`.execute(app.db),
    one(
      sql<{ waiting: number; born_by: string }>`
        select count(*)::int as waiting, (app_now() - interval '18 years')::date::text as born_by
        from ${from} where ${waits}`.execute(app.db),
    ),
  ]);
  const page = rows.slice(0, PAGE);
  const cards = await profileCardMap(
    app,
    operatorView(operator.id),
    page.map((row) => row.member_id),
  );
  return {
    checks: page.map((row) => ({
      id: row.id,
      member: must(cards.get(row.member_id), 'card of the member'),
      date_of_birth: row.date_of_birth,
      country: row.country,
      document: `/age-pictures/${row.id}/document`,
      selfie: `/age-pictures/${row.id}/selfie`,
      sent_at: row.sent_at.toISOString(),
      due_at: row.due_at.toISOString(),
      ...(row.appeal_of !== null && { appeal: { reason: row.refusal, text: row.appeal_text } }),
    })),
    adult_if_born_by: bornBy,
    waiting,
    next: nextPage(rows, PAGE, (last) => writeCursor(LIST, [last.id])),
  };
}
