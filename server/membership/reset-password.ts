import { emailKey } from '#contract/rules/account-rules.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import {
  accountOf,
  createLinkToken,
  dropLinkTokens,
  findLinkToken,
  hashPassword,
  loginGuesses,
  memberChanged,
  ownerOf,
  refuseWeakPassword,
  setPassword,
  useLinkToken,
} from '../identity/index.ts';
import { confirmMember } from './activate.ts';

const RESET_HOURS = 2;

/** The job that writes the mail, so that the answer takes the same time for every address. */
export const RESET_JOB = 'account-reset-password';

export interface ResetJob {
  key: string;
}

/**
 * Asks for a reset link. Any address is answered alike (with `reveal_membership` an unknown one is refused with
 * `email_not_found`). 3 mails a day and address: then `reset_limit`.
 */
export async function requestReset(app: App, email: string, host: string): Promise<void> {
  const key = emailKey(email);
  const settings = await settingsOf(app, host);
  if (settings.reveal_membership && !(await ownerOf(app.db, key))) throw refuse('email_not_found');
  const mails = app.limits.limit(`reset-mail-${settings.reset_mails_per_day}`, { points: settings.reset_mails_per_day, seconds: 86_400 });
  const wait = await mails.take(key);
  if (wait !== null) throw refuse('reset_limit', undefined, wait);
  await app.jobs.add(app.db, RESET_JOB, { key } satisfies ResetJob);
}

/** Writes the mail when the address has an account. */
export async function sendResetMail(app: App, { key }: ResetJob): Promise<void> {
  const owner = await ownerOf(app.db, key);
  if (!owner || owner.status === 'banned' || owner.status === 'deleted') return;
  await inTransaction(app.db, async (tx) => {
    await dropLinkTokens(tx, owner.id, 'reset_password');
    const token = await createLinkToken(tx, owner.id, 'reset_password', RESET_HOURS * 60);
    await app.mailer.send(
      tx,
      'reset-password',
      { email: owner.email, name: owner.name, locale: owner.language, memberId: owner.id, host: owner.host },
      { name: owner.name, token, hours: RESET_HOURS },
    );
  });
}

/**
 * Sets a new password by the link: every session ends, the lock of wrong guesses too, and since the mailbox was shown
 * to be theirs an unconfirmed member is confirmed.
 * Refuses `invalid_fields`, `link_expired`.
 */
export async function resetPassword(app: App, token: string, password: string, host: string): Promise<void> {
  const asking = await findLinkToken(app.db, token, 'reset_password');
  const known = asking === null ? null : await accountOf(app.db, asking);
  // A refused password does not use up the link.
  await refuseWeakPassword(password, [known?.name, known?.email, known?.city, (await settingsOf(app, host)).name, host]);
  const passwordHash = await hashPassword(password);
  const account = await inTransaction(app.db, async (tx) => {
    const link = await useLinkToken(tx, token, 'reset_password');
    const owner = link && (await accountOf(tx, link.member_id));
    if (!owner || owner.status === 'banned') throw refuse('link_expired');
    await setPassword(tx, owner.id, passwordHash);
    await confirmMember(app, tx, owner.id);
    await app.mailer.send(
      tx,
      'password-changed',
      { email: owner.email, name: owner.name, locale: owner.language, memberId: owner.id, host: owner.host },
      { name: owner.name },
    );
    return owner;
  });
  memberChanged(app, account.id);
  await (await loginGuesses(app, host)).reset(emailKey(account.email));
}
