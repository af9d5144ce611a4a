import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { App } from '../platform/app.ts';
import { nextPage } from '../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { referralsOf } from './referrals/referrals-of.ts';

const PAGE = 50;

/**
 * GET /api/statement.php: the member's ledger, newest first, 50 lines per page, with kind, time, other
 * member, credits and balance; and the debt left by a chargeback of spent credits. Throws `bad_request` for a
 * cursor of another list.
 */
export async function statementOf(
  app: Pick<App, 'config' | 'db' | 'parts'>,
  member: number,
  cursor: string | undefined,
): Promise<CallReply<'statement'>> {
  const { db } = app;
  const list = `statement ${member}`;
  const before = readCursor(list, cursor, 1)?.[0] ?? null;
  const { rows } = await sql<Line>`
    select e.id, e.kind, e.credits, e.balance, p.name as with, e.created_at
      from entries_of(${member}) e left join profiles p on p.id = e.other_id
      where (${before}::bigint is null or e.id < ${before})
      order by e.id desc limit ${PAGE + 1}`.execute(db);
  const { credit_debt: debt } = await db
    .selectFrom('members')
    .select('credit_debt')
    .where('id', '=', member)
    .executeTakeFirstOrThrow();
  const lines = rows.slice(0, PAGE);
  return {
    debt,
    ...(before === null && { referral: await referralsOf(app, member) }),
    lines: lines.map((line) => ({ ...line, created_at: line.created_at.toISOString() })),
    next: nextPage(rows, PAGE, (last) => writeCursor(list, [last.id])),
  };
}

interface Line {
  id: number;
  kind: string;
  credits: number;
  balance: number;
  with: string | null;
  created_at: Date;
}
