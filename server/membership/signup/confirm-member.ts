import { must } from '#contract/must.ts';
import { carryAllowance, grantCredits } from '../../credits/index.ts';
import { confirmAccount, holdAccount, markHash, noteMark } from '../../identity/index.ts';
import { inheritBlocks } from '../../moderation/index.ts';
import { enterFirstSeries, queueProfileReminder } from '../../notifications/index.ts';
import { queueHeldReceipts } from '../../payments/index.ts';
import { demandVerification } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import { type Tx } from '../../platform/database/index.ts';
import { setProfileStatus } from '../../profiles/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { queueConversion } from '../../traffic/index.ts';
import { queueEvent } from '../../webhooks/index.ts';
import { isDisposable } from './is-disposable.ts';

/**
 * Activates an unconfirmed member in the caller's transaction, after the member has proved to own the
 * mailbox. Returns false for closed accounts and for shadow accounts, which were created for somebody else's
 * address.
 */
export async function confirmMember(app: App, tx: Tx, memberId: number): Promise<boolean> {
  const before = await confirmAccount(app, tx, memberId);
  if (before !== 'not_confirmed') return before === 'active';
  await setProfileStatus(tx, memberId, 'active');
  await queueConversion(app, tx, { member: memberId, event: 'activation' });
  const {
    email,
    email_key: key,
    host,
  } = await tx
    .selectFrom('members')
    .where('id', '=', memberId)
    .select(['email', 'email_key', 'host'])
    .executeTakeFirstOrThrow();
  await queueEvent(app, tx, {
    event: 'member.activated',
    member: memberId,
    site: host,
    data: { member: memberId },
  });
  await inheritBlocks(app, tx, {
    member: memberId,
    key: must(key, 'e-mail address of the member'),
  });
  const mark = { kind: 'mail', value: must(email, 'e-mail address of the member') } as const;
  await noteMark(app, tx, memberId, mark);
  const { signup_credits: credits, disposable_mail: disposable } = await settingsOf(app, host ?? undefined);
  if (disposable !== 'allow' && (await isDisposable(mark.value)))
    await (disposable === 'hold'
      ? holdAccount(app, tx, { member: memberId, reason: 'disposable_mail' })
      : demandVerification(tx, { member: memberId, kind: 'disposable_mail' }));
  const known = await carryAllowance(tx, memberId, markHash(app.config.secret, mark));
  if (credits > 0 && !known)
    await grantCredits(tx, { member: memberId, kind: 'signup', credits, key: 'signup' });
  await queueHeldReceipts(app, tx, memberId);
  await queueProfileReminder(app, tx, memberId);
  await enterFirstSeries(app, tx, { member: memberId, host });
  return true;
}
