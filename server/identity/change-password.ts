import type { CallBody } from '#contract/calls.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import type { MemberSession } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { setPassword } from './account/set-password.ts';
import { accountOf } from './accounts.ts';
import { endFactors } from './factors/end-factors.ts';
import { secondStepsOf } from './factors/second-steps-of.ts';
import type { ChangedBy } from './factors/tell-change.ts';
import { refuseWeakPassword } from './password-strength.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { recipientOf } from './recipient-of.ts';

/**
 * Changes the password and ends the member's other sessions, mailed links, and every factor not listed in
 * `keep`. Throws `old_password_wrong`, `invalid_fields` for a weak password, and `second_factor_required` for
 * an operator who would have no second factor left.
 */
export async function changePassword(
  app: App,
  session: MemberSession,
  { old_password: oldPassword, password, keep }: NonNullable<CallBody<'changePassword'>>,
  by: ChangedBy,
): Promise<void> {
  const { memberId } = session;
  const account = await accountOf(app.db, memberId);
  if (!account || !(await isPassword(account.password_hash, oldPassword))) throw refuse('old_password_wrong');
  await refuseWeakPassword(password, [
    account.name,
    account.email,
    account.city,
    (await settingsOf(app, account.host ?? undefined)).name,
    account.host,
  ]);
  const passwordHash = await hashPassword(password);
  await inTransaction(app.db, async (tx) => {
    await setPassword(app, tx, memberId, passwordHash, session.tokenHash);
    const had = await secondStepsOf(tx, memberId);
    await endFactors(app, tx, memberId, { keep }, by);
    if (had.length > 0 && session.roles.length > 0 && (await secondStepsOf(tx, memberId)).length === 0)
      throw refuse('second_factor_required');
    await app.mailer.send(tx, 'password-changed', recipientOf(account), { name: account.name });
  });
}
