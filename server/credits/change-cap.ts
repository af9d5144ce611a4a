import type { Db } from '../platform/database/index.ts';

/** Sets the maximum of credits a member will spend per month; null removes the cap. */
export async function changeSpendingCap(db: Db, memberId: number, cap: number | null): Promise<void> {
  await db.updateTable('members').set({ spending_cap: cap }).where('id', '=', memberId).execute();
}
