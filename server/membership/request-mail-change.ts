import { addressKey, checkEmail, emailKey } from '#contract/rules/account-rules.ts';
import {
  accountOf,
  createLinkToken,
  dropLinkTokens,
  isPassword,
  holderOf,
  recipientOf,
} from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { enforce } from '../platform/limits.ts';
import { settingsOf } from '../site-settings/index.ts';
import { tellHolder } from './signup/tell-holder.ts';

const LINK_MINUTES = 24 * 60;
/** Counted by the new address, which may be a stranger's: several accounts together must not flood it. */
const MAILS = { points: 5, seconds: 86_400 };

/**
 * Requests a change of address and mails a link to the new one. If that address is in use, the response is
 * the same and its owner is notified. Throws `password_wrong`, and `invalid_fields` for an invalid address
 * or, with `reveal_membership`, one in use. Throws `too_many_requests` above the limit of mails to the address.
 */
export async function requestMailChange(
  app: App,
  memberId: number,
  email: string,
  password: string,
  host: string,
): Promise<void> {
  const account = await accountOf(app.db, memberId);
  if (checkEmail(email) || emailKey(email) === emailKey(account?.email ?? ''))
    throw refuseFields({ email: 'new_email_invalid' });
  if (!account || !(await isPassword(account.password_hash, password))) throw refuse('password_wrong');

  const key = addressKey(account.pool, email);
  await enforce(app.limits.limit('mail-changes-to', MAILS), key);
  const [holder, settings] = await Promise.all([holderOf(app.db, key), settingsOf(app, host)]);
  if (holder && settings.reveal_membership) throw refuseFields({ email: 'new_email_taken' });
  await inTransaction(app.db, async (tx) => {
    await dropLinkTokens(tx, memberId, 'mail_change');
    const token = await createLinkToken(tx, memberId, 'mail_change', LINK_MINUTES, { email: email.trim() });
    const present = recipientOf(account);
    await app.mailer.send(tx, 'mail-change-asked', present, { name: account.name });
    if (holder) return tellHolder(app, tx, holder);
    await app.mailer.send(tx, 'mail-change', { ...present, email: email.trim() }, { token });
  });
}
