import { changeIntimateConsent, memberChanged } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { setInvisible } from '../profiles/index.ts';

/**
 * PUT /api/intimate-consent.php: gives or withdraws the consent to the use of intimate data. A withdrawal
 * makes the member invisible. Giving it again does not end that: being found is a choice of its own.
 */
export async function changeConsent(app: App, memberId: number, given: boolean): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    if (!(await changeIntimateConsent(tx, memberId, given))) return;
    if (!given) await setInvisible(tx, memberId, { invisible: true });
    await memberChanged(app, tx, memberId);
  });
}
