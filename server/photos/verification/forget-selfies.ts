import { sql } from 'kysely';
import { SELFIE_DAYS } from '#contract/rules/verification-rules.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { lockMember } from '../lock-member.ts';
import { settleVerification } from './settle-verification.ts';

/** Job that deletes selfies without a decision in time and mails their members, who may try again. */
export async function forgetSelfies(app: Pick<App, 'db' | 'events' | 'jobs' | 'mailer'>): Promise<void> {
  const late = sql`decided_at is null and sent_at <= app_now() - ${SELFIE_DAYS} * interval '1 day'`;
  const { rows } = await sql<{
    id: number;
    member_id: number;
  }>`select id, member_id from verifications where ${late} order by id limit 500`.execute(app.db);
  for (const { id, member_id: member } of rows) {
    const forgotten = await inTransaction(app.db, async (tx) => {
      await lockMember(tx, member);
      const still = await sql<{
        storage_key: string | null;
      }>`select storage_key from verifications where id = ${id} and ${late} for update`.execute(tx);
      if (!still.rows[0]) return false;
      await settleVerification(app, tx, {
        id,
        member,
        folder: still.rows[0].storage_key,
        reason: 'expired',
        operator: null,
      });
      return true;
    });
    if (forgotten) app.events.emit(member, 'changed', { what: 'user' });
  }
}
