import { addressKey } from '#contract/rules/account-rules.ts';
import {
  accountOf,
  type ChangedBy,
  endFactors,
  findLinkToken,
  hashPassword,
  loginGuesses,
  memberChanged,
  recipientOf,
  refuseWeakPassword,
  setPassword,
  useLinkToken,
  worksHere,
} from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { confirmMember } from './signup/confirm-member.ts';

/**
 * A reset removes younger factors, because a thief may have added them. Older ones stay: access to the
 * mailbox alone must not remove a second factor (docs/decisions/0040-recovery-and-factors.md).
 */
const YOUNG_FACTOR_DAYS = 7;

/**
 * Sets a new password by the mailed link, and ends every session, the login lock and recently added factors.
 * It also confirms an unconfirmed member, who has now proved to own the mailbox; in that case all earlier
 * factors are removed, since somebody else may have added them. Throws `invalid_fields` for a weak password
 * and `link_expired` for an invalid link.
 */
export async function resetPassword(app: App, token: string, password: string, by: ChangedBy): Promise<void> {
  const { host } = by;
  const asking = await findLinkToken(app.db, token, 'reset_password');
  const known = asking === null ? null : await accountOf(app.db, asking);
  // Checked first: a rejected password must not consume the link.
  await refuseWeakPassword(password, [
    known?.name,
    known?.email,
    known?.city,
    (await settingsOf(app, host)).name,
    host,
  ]);
  const passwordHash = await hashPassword(password);
  const account = await inTransaction(app.db, async (tx) => {
    const link = await useLinkToken(tx, token, 'reset_password');
    const owner = link && (await accountOf(tx, link.member_id));
    if (!owner || owner.status === 'banned') throw refuse('link_expired');
    await setPassword(app, tx, owner.id, passwordHash);
    const days = owner.status === 'not_confirmed' ? null : YOUNG_FACTOR_DAYS;
    // Staff keep their factors: access to a mailbox alone must never be enough to log in as staff.
    if (!(await worksHere(tx, owner.id))) await endFactors(app, tx, owner.id, { days }, by);
    await memberChanged(app, tx, owner.id);
    await confirmMember(app, tx, owner.id);
    await app.mailer.send(tx, 'password-changed', recipientOf(owner), { name: owner.name });
    return owner;
  });
  await (await loginGuesses(app, host)).reset(addressKey(account.pool, account.email));
}
