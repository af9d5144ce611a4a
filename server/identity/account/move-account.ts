import { addressKey } from '#contract/rules/account-rules.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { recordSecurity } from '../operators/record-security.ts';
import { memberChanged } from '../sessions/member-changed.ts';

export async function moveAccount(
  app: Pick<App, 'events'>,
  tx: Tx,
  memberId: number,
  email: string,
): Promise<void> {
  const { pool_id: pool } = await tx
    .selectFrom('members')
    .where('id', '=', memberId)
    .select('pool_id')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('members')
    .set({ email: email.trim(), email_key: addressKey(pool, email), shadow_email_key: null })
    .where('id', '=', memberId)
    .execute();
  await memberChanged(app, tx, memberId);
  await recordSecurity(tx, memberId, 'address');
}
