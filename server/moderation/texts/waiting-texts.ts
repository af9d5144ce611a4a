import { sql } from 'kysely';
import type { FlaggedText } from '#contract/moderation/content.ts';
import { one, type Db } from '../../platform/database/index.ts';
import type { MemberSession } from '../../platform/http/context.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { ofMemberInSites, textInLanguages } from '../../site-scope/index.ts';

const PAGE = 30;

const LIST = 'flagged texts';

/** Flagged texts that wait for a decision, those of suspected minors first, without the operator's own. */
export async function waitingTexts(
  db: Db,
  operator: Pick<MemberSession, 'memberId' | 'sites' | 'languages'>,
  cursor?: string,
): Promise<{ texts: FlaggedText[]; waiting: number; next: string | null }> {
  const [calm = 0, after = 0] = readCursor(LIST, cursor, 2) ?? [];
  const waits = sql`f.decided_at is null and f.member_id <> ${operator.memberId} and ${ofMemberInSites(operator.sites, sql`f.member_id`)} and ${textInLanguages(operator.languages, 'f')}`;
  const place = sql`(case when 'minor' = any(f.rules) then 0 else 1 end)`;
  const [{ rows }, total] = await Promise.all([
    sql<{
      id: number;
      kind: FlaggedText['kind'];
      body: string;
      rules: FlaggedText['rules'];
      member_id: number;
      name: string | null;
      created_at: Date;
      place: number;
    }>`
      select f.id, f.kind, f.body, f.rules, f.member_id, p.name, f.created_at, ${place} as place from flagged_texts f left join profiles p on p.id = f.member_id
      where ${waits} and (${place}, f.id) > (${calm}, ${after}) order by place, f.id limit ${PAGE + 1}`.execute(
      db,
    ),
    one(
      sql<{
        waiting: number;
      }>`select count(*)::int as waiting from flagged_texts f where ${waits}`.execute(db),
    ),
  ]);
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    texts: page.map(({ id, kind, body, rules, member_id, name, created_at }) => ({
      id,
      kind,
      text: body,
      rules,
      member: { id: member_id, name },
      created_at: created_at.toISOString(),
    })),
    waiting: total.waiting,
    next: rows.length > PAGE && last ? writeCursor(LIST, [last.place, last.id]) : null,
  };
}
