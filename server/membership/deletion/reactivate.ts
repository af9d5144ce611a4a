import { must } from '#contract/must.ts';
import {
  type Account,
  askSecondStep,
  createLinkToken,
  createSession,
  returnAccount,
  useLinkToken,
  recipientOf,
} from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { setProfileStatus } from '../../profiles/index.ts';
import { settingsOf } from '../../site-settings/index.ts';

export async function reactivateUntil(
  app: Pick<App, 'db' | 'parts'>,
  requested: Date,
  host: string | null,
): Promise<Date> {
  const { reactivation_days: days } = await settingsOf(app, host ?? undefined);
  return new Date(requested.getTime() + days * 86_400_000);
}

export async function mailReactivation(app: App, db: Db, account: Account, until: Date): Promise<void> {
  const minutes = Math.max(1, Math.floor((until.getTime() - Date.now()) / 60_000));
  const token = await createLinkToken(db, account.id, 'reactivate', minutes);
  const to = recipientOf(account);
  await app.mailer.send(db, 'account-deleted', to, { token, until: until.toISOString() });
}

/** Resends the restore link after a login attempt, at most 3 times a day. */
export async function sendReactivation(app: App, account: Account): Promise<void> {
  if (account.dismissed) return;
  if (
    (await app.limits.limit('reactivation-mail', { points: 3, seconds: 86_400 }).take(String(account.id))) !==
    null
  )
    return;
  const requestedAt = must(account.delete_requested_at, 'time of the deletion request');
  const until = await reactivateUntil(app, requestedAt, account.host);
  await inTransaction(app.db, (tx) => mailReactivation(app, tx, account, until));
}

/**
 * Restores an account pending deletion (docs/product.md 4.2) to its previous state and logs in. Throws
 * `link_expired` if the link is invalid or the account is no longer pending deletion.
 */
export async function reactivate(
  app: App,
  token: string,
  browser: { userAgent: string | undefined },
): Promise<{ memberId: number; cookie: string }> {
  const memberId = await inTransaction(app.db, async (tx) => {
    const link = await useLinkToken(tx, token, 'reactivate');
    const status = link && (await returnAccount(app, tx, link.member_id));
    if (!status) throw refuse('link_expired');
    if (status === 'active') await setProfileStatus(tx, link.member_id, 'active');
    return link.member_id;
  });
  await askSecondStep(app, memberId);
  return { memberId, cookie: await createSession(app.db, memberId, browser.userAgent) };
}
