import type { Tx } from '../platform/database/index.ts';

/** Shows a profile to others, or hides it while its account is unconfirmed, closed or being deleted. */
export async function setProfileStatus(
  tx: Tx,
  memberId: number,
  status: 'active' | 'disabled',
): Promise<void> {
  await tx.updateTable('profiles').set({ status }).where('id', '=', memberId).execute();
}
