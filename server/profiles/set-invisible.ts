import type { Db } from '../platform/database/index.ts';

export async function setInvisible(db: Db, memberId: number, invisible: boolean): Promise<void> {
  await db.updateTable('profiles').set({ invisible }).where('id', '=', memberId).execute();
}
