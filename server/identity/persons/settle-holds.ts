import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { releaseAccount } from './release-account.ts';

/**
 * Settles the open holds of an account. Returns false if there is none, because another moderator has decided.
 */
export async function settleHolds(
  app: Pick<App, 'events'>,
  tx: Tx,
  { member, operator, release }: { member: number; operator: number; release: boolean },
): Promise<boolean> {
  await sql`select from members where id = ${member} for update`.execute(tx);
  const { numAffectedRows } = await sql`
    update account_holds set decided_at = app_now(), decided_by = ${operator}, released = ${release}
    where member_id = ${member} and decided_at is null`.execute(tx);
  if (numAffectedRows === 0n) return false;
  await releaseAccount(app, tx, member);
  return true;
}
