import type { Db } from '../platform/database/index.ts';

/** Sets how many credits a member will spend in a month at most; null is no cap. */
export async function changeSpendingCap(db: Db, memberId: number, cap: number | null): Promise<void> {
  await db.updateTable('members').set({ spending_cap: cap }).where('id', '=', memberId).execute();
}
