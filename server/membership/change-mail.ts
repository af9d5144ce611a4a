import { sql } from 'kysely';
import { checkEmail, emailKey } from '#contract/rules/account-rules.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, isTaken, type Db, type Tx } from '../platform/database/index.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { inheritBlocks, rememberAddress } from '../moderation/index.ts';
import { forgetMailFaults } from '../notifications/index.ts';
import { settingsOf } from '../site-settings/index.ts';
import {
  accountOf,
  createLinkToken,
  dropFactorsSince,
  dropLinkTokens,
  isPassword,
  memberChanged,
  moveAccount,
  ownerOf,
  setPassword,
  useLinkToken,
} from '../identity/index.ts';
import { confirmMember } from './activate.ts';
import { RESET_JOB, type ResetJob } from './reset-password.ts';
import { tellOwner } from './sign-up.ts';

const LINK_MINUTES = 24 * 60;
/** How long the former address can take the account back. */
const WAY_BACK_DAYS = 7;

/**
 * Asks for another address: its link goes to the new one. A taken address is answered alike and its owner told
 * (with `reveal_membership`: `new_email_taken`).
 *
 * Refuses `invalid_fields` ('New email address is invalid.'), `password_wrong`.
 */
export async function requestMailChange(app: App, memberId: number, email: string, password: string, host: string): Promise<void> {
  const account = await accountOf(app.db, memberId);
  const key = emailKey(email);
  if (checkEmail(email) || key === emailKey(account?.email ?? '')) throw refuseFields({ email: 'new_email_invalid' });
  if (!(await isPassword(account?.password_hash, password))) throw refuse('password_wrong');

  const [owner, settings] = await Promise.all([ownerOf(app.db, key), settingsOf(app, host)]);
  if (owner && settings.reveal_membership) throw refuseFields({ email: 'new_email_taken' });
  await inTransaction(app.db, async (tx) => {
    await dropLinkTokens(tx, memberId, 'mail_change');
    const token = await createLinkToken(tx, memberId, 'mail_change', LINK_MINUTES, { email: email.trim() });
    const present = { email: account!.email, name: account!.name, locale: account!.language, memberId, host: account!.host };
    await app.mailer.send(tx, 'mail-change-asked', present, { name: account!.name });
    if (owner) return tellOwner(app, tx, owner);
    await app.mailer.send(
      tx,
      'mail-change',
      { email: email.trim(), name: account!.name, locale: account!.language, memberId, host: account!.host },
      { name: account!.name, token },
    );
  });
}

/**
 * Changes the address by the link sent there; the former address is told, and has a way back. Reaching the new mailbox confirms a
 * member who was not yet. The link of the way back is taken too. Refuses `link_expired`, also when the address was taken meanwhile.
 */
export async function confirmMailChange(app: App, token: string): Promise<void> {
  const change = inTransaction(app.db, async (tx) => {
    const link = await useLinkToken(tx, token, 'mail_change');
    if (!link) return takeBack(app, tx, token);
    const account = await accountOf(tx, link.member_id);
    if (!account || (account.status !== 'active' && account.status !== 'not_confirmed')) throw refuse('link_expired');
    const email = String(link.payload['email']);
    if (!account.shadow) await rememberAddress(tx, app.config.secret, { member: account.id, emailKey: emailKey(account.email) });
    await moveAccount(tx, account.id, email);
    await forgetMailFaults(tx, account.id);
    await inheritBlocks(tx, app.config.secret, { member: account.id, emailKey: emailKey(email) });
    // Links that went to the old mailbox must not open the account any more.
    await dropLinkTokens(tx, account.id, 'reset_password');
    await dropLinkTokens(tx, account.id, 'activate');
    await confirmMember(app, tx, account.id);
    // An address that was never confirmed may be anybody's.
    if (account.status === 'active') {
      const back = await createLinkToken(tx, account.id, 'mail_change_back', WAY_BACK_DAYS * 24 * 60, { email: account.email });
      const former = { email: account.email, name: account.name, locale: account.language, memberId: account.id, host: account.host };
      await app.mailer.send(tx, 'mail-changed', former, { name: account.name, token: back, until: await daysFromNow(tx, WAY_BACK_DAYS) });
    }
    return account.id;
  });
  const memberId = await change.catch((error: unknown) => {
    throw isTaken(error, 'members_email_key_key') ? refuse('link_expired') : error;
  });
  memberChanged(app, memberId);
}

/**
 * Gives the account back to its former address. Whoever changed it knows the password and may have added a second step: both go, every
 * session ends, and the way to a new password comes by mail. Refuses `link_expired`.
 */
async function takeBack(app: App, tx: Tx, token: string): Promise<number> {
  const link = await useLinkToken(tx, token, 'mail_change_back');
  const account = link && (await accountOf(tx, link.member_id));
  if (!account || account.status === 'banned' || account.status === 'deleted') throw refuse('link_expired');
  const email = String(link.payload['email']);
  await moveAccount(tx, account.id, email);
  await forgetMailFaults(tx, account.id);
  await setPassword(tx, account.id, null);
  await dropFactorsSince(tx, account.id, link.created_at);
  await app.jobs.add(tx, RESET_JOB, { key: emailKey(email) } satisfies ResetJob);
  return account.id;
}

async function daysFromNow(db: Db, days: number): Promise<string> {
  const { rows } = await sql<{ day: Date }>`select app_now() + ${days} * interval '1 day' as day`.execute(db);
  return rows[0]!.day.toISOString();
}
