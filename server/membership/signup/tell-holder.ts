import { type Holder, recipientOf } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { type Tx } from '../../platform/database/index.ts';

/**
 * Notifies an address's owner, at most once a day, that somebody tried to sign up with it. A former address
 * gets no mail: the mail about its change is already there, and the account's present address may be a
 * thief's.
 */
export async function tellHolder(app: App, tx: Tx, { account: owner, former }: Holder): Promise<void> {
  if (former) return;
  if ((await app.limits.limit('tell-owner', { points: 1, seconds: 86_400 }).take(String(owner.id))) !== null)
    return;
  await app.mailer.send(tx, 'signup-existing', recipientOf(owner), { name: owner.name });
}
