import { sql } from 'kysely';
import { inTransaction, type Db } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { mayReceive } from './recipients.ts';

/** Replaces the operators who get alerts by mail. Throws `not_found` for anybody who may not open the screen. */
export async function chooseRecipients(db: Db, members: readonly number[], audit: AuditNote): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select m.id from members m where m.id = any (${members}::bigint[]) and ${mayReceive}`.execute(tx);
    if (rows.length < members.length) throw refuse('not_found');
    await sql`delete from alert_recipients where member_id <> all (${members}::bigint[])`.execute(tx);
    await sql`
      insert into alert_recipients (member_id) select unnest(${members}::bigint[]) on conflict do nothing`.execute(
      tx,
    );
    await audit(tx, { details: { members } });
  });
}
