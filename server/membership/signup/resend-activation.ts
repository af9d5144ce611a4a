import { addressKey } from '#contract/rules/account-rules.ts';
import { accountOf, createLinkToken, dropLinkTokens, recipientOf } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { ACTIVATION_MINUTES } from './activation-minutes.ts';

/** Counted by address, which may be a stranger's and have several unconfirmed accounts. */
const MAILS = { points: 5, seconds: 3600 };

/**
 * Mails an unconfirmed member a new activation link, which invalidates earlier ones. Throws
 * `too_many_requests` above the limit of mails to the address.
 */
export async function resendActivation(app: App, memberId: number): Promise<void> {
  const wait = await mailActivation(app, memberId);
  if (wait !== null) throw refuse('too_many_requests', {}, wait);
}

/** Like `resendActivation`, but above the limit sends nothing and returns the seconds to wait. */
export async function mailActivation(app: App, memberId: number): Promise<number | null> {
  const member = await accountOf(app.db, memberId);
  if (member?.status !== 'not_confirmed') return null;
  const wait = await app.limits
    .limit('activation-mails-to', MAILS)
    .take(addressKey(member.pool, member.email));
  if (wait !== null) return wait;
  await inTransaction(app.db, async (tx) => {
    await dropLinkTokens(tx, memberId, 'activate');
    const token = await createLinkToken(tx, memberId, 'activate', ACTIVATION_MINUTES);
    await app.mailer.send(tx, 'activation', recipientOf(member), { token });
  });
  return null;
}
