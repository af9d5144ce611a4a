import type { Db, Tx } from '../platform/database/index.ts';

/** Sets which notifications a member has switched off. */
export async function changeSwitches(db: Db, memberId: number, disabled: readonly string[]): Promise<void> {
  await db
    .updateTable('members')
    .set({ notifications_disabled: [...new Set(disabled)] })
    .where('id', '=', memberId)
    .execute();
}

/** A new address begins without the faults of the one before it. */
export async function forgetMailFaults(tx: Tx, memberId: number): Promise<void> {
  await tx.updateTable('members').set({ disabled_notification_reason: null }).where('id', '=', memberId).execute();
}
