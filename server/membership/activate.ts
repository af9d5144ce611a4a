import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { grantCredits } from '../credits/index.ts';
import { queueConversion } from '../partners/index.ts';
import { inheritBlocks } from '../moderation/index.ts';
import { queueHeldReceipts } from '../payments/index.ts';
import { setProfileStatus } from '../profiles/index.ts';
import { queueProfileReminder } from '../notifications/index.ts';
import { settingsOf } from '../site-settings/index.ts';
import { accountOf, askSecondStep, confirmAccount, createLinkToken, createSession, dropLinkTokens, memberChanged, useLinkToken } from '../identity/index.ts';
import { ACTIVATION_MINUTES } from './sign-up.ts';
import { queueEvent } from '../webhooks/index.ts';

interface Browser {
  userAgent: string | undefined;
  /** Who is logged in there already. */
  member: { memberId: number } | null;
}

/**
 * Confirms an address by the link of the activation mail: the account is active, the profile listed. The link logs in;
 * who is logged in already as that member stays so (`cookie` is null), since nothing about who it is has changed.
 * Refuses `link_expired` when the link is unknown, old or used.
 */
export async function activate(app: App, token: string, browser: Browser): Promise<{ memberId: number; cookie: string | null }> {
  const memberId = await inTransaction(app.db, async (tx) => {
    const link = await useLinkToken(tx, token, 'activate');
    if (!link || !(await confirmMember(app, tx, link.member_id))) throw refuse('link_expired');
    return link.member_id;
  });
  memberChanged(app, memberId);
  if (browser.member?.memberId === memberId) return { memberId, cookie: null };
  await askSecondStep(app, memberId);
  return { memberId, cookie: await createSession(app.db, memberId, browser.userAgent) };
}

/**
 * Makes an unconfirmed member active in the caller's transaction, since the mailbox was shown to be theirs; answers
 * false for accounts that are closed or were made for somebody else's address. Call `memberChanged` after the commit.
 */
export async function confirmMember(app: App, tx: Tx, memberId: number): Promise<boolean> {
  const before = await confirmAccount(tx, memberId);
  if (before !== 'not_confirmed') return before === 'active';
  await setProfileStatus(tx, memberId, 'active');
  await queueConversion(app, tx, { member: memberId, event: 'activation' });
  const { email_key: emailKey, host } = await tx.selectFrom('members').where('id', '=', memberId).select(['email_key', 'host']).executeTakeFirstOrThrow();
  await queueEvent(app, tx, { event: 'member.activated', member: memberId, site: host, data: { member: memberId } });
  await inheritBlocks(tx, app.config.secret, { member: memberId, emailKey: emailKey! });
  const { signup_credits: credits } = await settingsOf(app, host ?? undefined);
  if (credits > 0) await grantCredits(tx, { member: memberId, kind: 'signup', credits, key: 'signup' });
  await queueHeldReceipts(app, tx, memberId);
  await queueProfileReminder(app, tx, memberId);
  return true;
}

/** Sends the activation mail again; the links before it stop working. Nothing happens for an active member. */
export async function resendActivation(app: App, memberId: number): Promise<void> {
  const member = await accountOf(app.db, memberId);
  if (member?.status !== 'not_confirmed') return;
  await inTransaction(app.db, async (tx) => {
    await dropLinkTokens(tx, memberId, 'activate');
    const token = await createLinkToken(tx, memberId, 'activate', ACTIVATION_MINUTES);
    await app.mailer.send(
      tx,
      'activation',
      { email: member.email, name: member.name, locale: member.language, memberId, host: member.host },
      { name: member.name, token },
    );
  });
}
