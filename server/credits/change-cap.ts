import type { Db } from '../platform/database/index.ts';

export async function changeSpendingCap(db: Db, memberId: number, cap: number | null): Promise<void> {
  await db.updateTable('members').set({ spending_cap: cap }).where('id', '=', memberId).execute();
}
