import { sql } from 'kysely';
import { inTransaction, type Db } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse } from '../../platform/http/refusal.ts';

/** Removes a note. The audit log keeps its day and words. Throws `not_found` if it does not exist. */
export async function removeNote(db: Db, id: number, audit: AuditNote): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ day: string; body: string }>`
      delete from figure_notes where id = ${id} returning day::text as day, body`.execute(tx);
    if (!rows[0]) throw refuse('not_found');
    await audit(tx, { object: id, details: rows[0] });
  });
}
