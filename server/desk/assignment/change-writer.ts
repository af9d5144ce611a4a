import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { setLanguages } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { lockWriter } from './lock-writer.ts';

/**
 * PUT /api/admin/desk-writers: sets how many conversations a writer holds, and for which languages and profiles they
 * write. The languages are those of the account and so of its other queues, which supervisors do not lead. Throws
 * `not_found` unless the operator is a writer, and `role_required` for other languages of somebody who also works
 * outside the desk.
 */
export async function changeWriter(
  app: Pick<App, 'db' | 'events'>,
  { writer, capacity, languages, profiles }: CallBody<'changeDeskWriter'>,
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ languages: string[]; elsewhere: boolean }>`
      select office_languages as languages, not roles <@ '{writer,supervisor}' as elsewhere
      from members where id = ${writer} and 'writer' = any(roles) for no key update`.execute(tx);
    const [found] = rows;
    if (!found) throw refuse('not_found');
    const isSame = found.languages.toSorted().join() === [...new Set(languages)].toSorted().join();
    if (!isSame && found.elsewhere) throw refuse('role_required');
    if (!isSame) await setLanguages(app, tx, writer, languages);
    await lockWriter(tx, writer);
    await sql`
      update desk_writers set capacity = ${capacity}, profiles = ${profiles} where operator_id = ${writer}`.execute(
      tx,
    );
  });
}
