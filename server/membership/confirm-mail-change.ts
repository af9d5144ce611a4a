import { sql } from 'kysely';
import { addressKey } from '#contract/rules/account-rules.ts';
import {
  accountOf,
  createLinkToken,
  type ChangedBy,
  dropLinkTokens,
  dropYoungerLinks,
  endFactors,
  holderOf,
  moveAccount,
  noteMark,
  recipientOf,
  setPassword,
  useLinkToken,
  worksHere,
  yieldAddress,
} from '../identity/index.ts';
import { inheritBlocks, rememberAddress } from '../moderation/index.ts';
import { forgetMailFaults } from '../notifications/index.ts';
import type { App } from '../platform/app.ts';
import { one, inTransaction, isTaken, type Db, type Tx } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { RESET_JOB, type ResetJob } from './reset-job.ts';
import { screenFirstAddress } from './sign-up-rules/screen-first-address.ts';
import { confirmMember } from './signup/confirm-member.ts';

const WAY_BACK_DAYS = 7;

/**
 * Changes the address by the link sent to the new one, or undoes a change by the link sent to the former one.
 * The former address is notified and can restore the account for `WAY_BACK_DAYS`. Opening the link also
 * confirms an unconfirmed member. Throws `link_expired` if the link is invalid or the address was taken in
 * the meantime.
 */
export async function confirmMailChange(app: App, token: string, by: ChangedBy): Promise<void> {
  const change = inTransaction(app.db, async (tx) => {
    const link = await useLinkToken(tx, token, 'mail_change');
    if (!link) return takeBack(app, tx, token, by);
    const account = await accountOf(tx, link.member_id);
    if (!account || (account.status !== 'active' && account.status !== 'not_confirmed'))
      throw refuse('link_expired');
    const email = String(link.payload['email']);
    const [key, formerKey] = [addressKey(account.pool, email), addressKey(account.pool, account.email)];
    if (!account.shadow) await rememberAddress(tx, app.config.secret, { member: account.id, key: formerKey });
    // A former address stays reserved while its owner may restore the account.
    const holder = await holderOf(tx, key);
    if (holder && holder.account.id !== account.id) throw refuse('link_expired');
    await moveAccount(app, tx, account.id, email);
    await forgetMailFaults(tx, account.id);
    await inheritBlocks(app, tx, { member: account.id, key });
    // Reset links in the old mailbox must no longer open the account.
    await dropLinkTokens(tx, account.id, 'reset_password');
    await dropLinkTokens(tx, account.id, 'activate');
    await confirmMember(app, tx, account.id);
    if (account.status === 'not_confirmed')
      await screenFirstAddress(app, tx, { member: account.id, email, host: account.host });
    await noteMark(app, tx, account.id, { kind: 'mail', value: email });
    // An unconfirmed address may belong to anybody, so it gets no link to restore the account.
    if (account.status === 'active') {
      const back = await createLinkToken(tx, account.id, 'mail_change_back', WAY_BACK_DAYS * 24 * 60, {
        email: account.email,
        key: formerKey,
      });
      await app.mailer.send(tx, 'mail-changed', recipientOf(account), {
        name: account.name,
        token: back,
        until: await daysFromNow(tx, WAY_BACK_DAYS),
      });
    }
  });
  await change.catch((error: unknown) => {
    throw isTaken(error, 'members_email_key_key') ? refuse('link_expired') : error;
  });
}

/**
 * Restores the account to its former address. The person who changed the address knew the password and may
 * have added factors at any time, so all factors are removed, every session ends, and a reset link is mailed.
 * Restore links of later address changes become invalid too. Throws `link_expired` if the link is invalid or
 * the account is closed.
 */
async function takeBack(app: App, tx: Tx, token: string, by: ChangedBy): Promise<void> {
  const link = await useLinkToken(tx, token, 'mail_change_back');
  const account = link && (await accountOf(tx, link.member_id));
  if (!account || account.status === 'banned' || account.status === 'deleted') throw refuse('link_expired');
  const email = String(link.payload['email']);
  const key = addressKey(account.pool, email);
  await dropYoungerLinks(tx, account.id, 'mail_change_back', link.created_at);
  await yieldAddress(app, tx, key);
  await moveAccount(app, tx, account.id, email);
  await forgetMailFaults(tx, account.id);
  await setPassword(app, tx, account.id, null);
  if (!(await worksHere(tx, account.id))) await endFactors(app, tx, account.id, {}, by);
  await app.jobs.add(tx, RESET_JOB, { key } satisfies ResetJob);
}

async function daysFromNow(db: Db, days: number): Promise<string> {
  const row = await one(sql<{ day: Date }>`select app_now() + ${days} * interval '1 day' as day`.execute(db));
  return row.day.toISOString();
}
