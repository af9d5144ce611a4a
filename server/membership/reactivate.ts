import type { App } from '../platform/app.ts';
import { inTransaction, type Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { setProfileStatus } from '../profiles/index.ts';
import { settingsOf } from '../site-settings/index.ts';
import { type Account, askSecondStep, createLinkToken, createSession, memberChanged, returnAccount, useLinkToken } from '../identity/index.ts';

/** When an account that was deleted at `requested` is purged for good. */
export async function reactivateUntil(app: Pick<App, 'db' | 'parts'>, requested: Date, host: string | null): Promise<Date> {
  const { reactivation_days: days } = await settingsOf(app, host ?? undefined);
  return new Date(requested.getTime() + days * 86_400_000);
}

/** Mails the link that brings the account back, which works until the account is purged. */
export async function mailReactivation(app: App, db: Db, account: Account, until: Date): Promise<void> {
  const minutes = Math.max(1, Math.floor((until.getTime() - Date.now()) / 60_000));
  const token = await createLinkToken(db, account.id, 'reactivate', minutes);
  const to = { email: account.email, name: account.name, locale: account.language, memberId: account.id, host: account.host };
  await app.mailer.send(db, 'account-deleted', to, { name: account.name, token, until: until.toISOString() });
}

/** Sends the way back again to somebody who tries to log in; 3 a day. */
export async function sendReactivation(app: App, account: Account): Promise<void> {
  if ((await app.limits.limit('reactivation-mail', { points: 3, seconds: 86_400 }).take(String(account.id))) !== null) return;
  const until = await reactivateUntil(app, account.delete_requested_at!, account.host);
  await inTransaction(app.db, (tx) => mailReactivation(app, tx, account, until));
}

/** Brings an account back that is pending deletion (docs/product.md 4), as it was before, and logs in. Refuses `link_expired`. */
export async function reactivate(app: App, token: string, browser: { userAgent: string | undefined }): Promise<{ memberId: number; cookie: string }> {
  const memberId = await inTransaction(app.db, async (tx) => {
    const link = await useLinkToken(tx, token, 'reactivate');
    const status = link && (await returnAccount(tx, link.member_id));
    if (!status) throw refuse('link_expired');
    if (status === 'active') await setProfileStatus(tx, link.member_id, 'active');
    return link.member_id;
  });
  memberChanged(app, memberId);
  await askSecondStep(app, memberId);
  return { memberId, cookie: await createSession(app.db, memberId, browser.userAgent) };
}
