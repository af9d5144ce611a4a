import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { lockWriter } from './lock-writer.ts';

/**
 * PUT /api/admin/desk-writers: sets how many conversations a writer holds, and for which languages and profiles they
 * write. Throws `not_found` unless the operator is a writer.
 */
export async function changeWriter(
  app: Pick<App, 'db'>,
  { writer, capacity, languages, profiles }: CallBody<'changeDeskWriter'>,
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql`select from members where id = ${writer} and 'writer' = any(roles)`.execute(
      tx,
    );
    if (rows.length === 0) throw refuse('not_found');
    await lockWriter(tx, writer);
    await sql`
      update desk_writers set capacity = ${capacity}, languages = ${languages}, profiles = ${profiles}
      where operator_id = ${writer}`.execute(tx);
  });
}
