import { sql } from 'kysely';
import type { OwnComplaint } from '#contract/calls/complaint-calls.ts';
import type { ComplaintCategory, ComplaintOutcome } from '#contract/enums.ts';
import type { Db } from '../platform/database/index.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';

const PAGE = 20;

/** The states of the table as the wire names them. */
export const stateOf = (status: string): OwnComplaint['state'] => (status === 'open' ? 'received' : status === 'in_review' ? 'looked_at' : 'decided');

/** GET /api/complaints.php: what a member complained of and what became of it, newest first. The operator's name is not included. */
export async function complaintsOf(db: Db, reporter: number, cursor: string | undefined): Promise<{ complaints: OwnComplaint[]; next: string | null }> {
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
    next: rows.length > PAGE ? writeCursor(list, [shown.at(-1)!.id]) : null,
  };
}
