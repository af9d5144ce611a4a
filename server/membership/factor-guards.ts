import {
  accountOf,
  dropRecoveryCodes,
  isPassword,
  makeRecoveryCodes,
  noteBothFactors,
  recoveryCodesLeft,
  secondStepsOf,
  worksHere,
} from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import type { MemberSession } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';

/**
 * Throws `second_factor_required` for an operator who has a second factor but has not yet used it in this
 * session. Throws `address_unconfirmed` before the address is confirmed: a factor on somebody else's address
 * would stay after its owner's recovery.
 */
export async function assertMayAddFactor(
  app: App,
  { memberId, lacksFactor, status }: MemberSession,
): Promise<void> {
  if (status === 'not_confirmed') throw refuse('address_unconfirmed');
  if (lacksFactor && (await secondStepsOf(app.db, memberId)).length > 0)
    throw refuse('second_factor_required');
}

/**
 * Throws `password_wrong` for a wrong password. Operators who add their first second factor are exempt, since
 * many have no password.
 */
export async function assertPassword(app: App, member: MemberSession, password: string): Promise<void> {
  await assertMayAddFactor(app, member);
  if (member.lacksFactor) return;
  const account = await accountOf(app.db, member.memberId);
  if (!(await isPassword(account?.password_hash, password))) throw refuse('password_wrong');
}

/**
 * Creates recovery codes with the first second factor; they are shown once. An operator's session in which it
 * was added counts as having used both factors.
 */
export async function firstRecoveryCodes(
  app: App,
  member: MemberSession,
): Promise<{ recovery_codes: string[] }> {
  const { memberId } = member;
  if (member.lacksFactor) await inTransaction(app.db, (tx) => noteBothFactors(app, tx, member));
  return {
    recovery_codes:
      (await recoveryCodesLeft(app.db, memberId)) > 0 ? [] : await makeRecoveryCodes(app, memberId),
  };
}

/**
 * Removes a second factor, and the recovery codes with the last one. Throws `second_factor_required` for an
 * operator's last factor.
 */
export async function removeFactor(
  app: App,
  memberId: number,
  remove: (tx: Tx) => Promise<void>,
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    await remove(tx);
    if ((await secondStepsOf(tx, memberId)).length > 0) return;
    if (await worksHere(tx, memberId)) throw refuse('second_factor_required');
    await dropRecoveryCodes(tx, memberId);
  });
}
