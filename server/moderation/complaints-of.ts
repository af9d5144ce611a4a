import { sql } from 'kysely';
import type { ComplaintCategory, ComplaintOutcome } from '#contract/lists/complaints.ts';
import type { OwnComplaint } from '#contract/moderation/complaints.ts';
import type { Db } from '../platform/database/index.ts';
import { nextPage } from '../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';

const PAGE = 20;

export const stateOf = (status: string): OwnComplaint['state'] =>
  status === 'open' ? 'received' : status === 'in_review' ? 'looked_at' : 'decided';

export async function complaintsOf(
  db: Db,
  reporter: number,
  cursor: string | undefined,
): Promise<{ complaints: OwnComplaint[]; next: string | null }> {
  const list = `complaints ${reporter}`;
  const [after] = readCursor(list, cursor, 1) ?? [];
  const { rows } = await sql<{
    id: number;
    category: ComplaintCategory;
    status: string;
    outcome: ComplaintOutcome | null;
    note: string | null;
    body: string;
    about: string | null;
    created_at: Date;
    decided_at: Date | null;
  }>`
    select id, category, status, outcome, note, body, evidence -> 'profile' ->> 'name' as about, created_at, decided_at
    from complaints where reporter_id = ${reporter} and id < coalesce(${after ?? null}::bigint, 9223372036854775807)
    order by id desc limit ${PAGE + 1}`.execute(db);
  const shown = rows.slice(0, PAGE);
  return {
    complaints: shown.map(({ status, body, created_at, decided_at, ...row }) => ({
      ...row,
      state: stateOf(status),
      text: body,
      created_at: created_at.toISOString(),
      decided_at: decided_at?.toISOString() ?? null,
    })),
    next: nextPage(rows, PAGE, (last) => writeCursor(list, [last.id])),
  };
}
