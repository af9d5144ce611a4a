import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { noteContactMark } from './note-contact-mark.ts';

const BATCH = 500;

/** Marks confirmed members who have no mark, such as those from before the previous release or from an import. */
export async function noteMissingMarks(
  app: Pick<App, 'config' | 'db' | 'jobs'>,
  signal: AbortSignal,
): Promise<void> {
  for (let after = 0; !signal.aborted;) {
    const { rows } = await sql<{ id: number; email: string }>`
      select m.id, m.email from members m
      where m.id > ${after} and m.confirmed_at is not null and m.email_key is not null and m.email is not null
        and not exists (select from contact_marks k where k.member_id = m.id)
      order by m.id limit ${BATCH}`.execute(app.db);
    for (const { id, email } of rows)
      await inTransaction(app.db, async (tx) => {
        // The address must not change in between, or the mark would be one that the member never confirmed.
        const { rows: still } =
          await sql`select from members where id = ${id} and email = ${email} for key share`.execute(tx);
        if (still.length > 0) await noteContactMark(app, tx, id, { kind: 'mail', value: email });
      });
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}
