import { AGE_CHECK_REMINDER, type AgeCheckExpiry, unrenewedUntil } from '../../age-checks/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { addresseeOf, recipientOf } from '../audience.ts';
import { secondsUntilQuietEnd } from '../mail-pace.ts';
import { pushNotice } from '../push-notice.ts';
import { noticeText } from '../push-texts.ts';
import { hasWorkingAddress } from '../rules.ts';

/**
 * Mails and pushes that a passed age check expires soon, after the member's quiet hours, unless it was renewed meanwhile.
 * It concerns the account, so no switch applies. Others can read a lock screen, so the push does not name the check.
 */
export async function remindOfAgeCheck(
  app: Pick<App, 'db' | 'jobs' | 'mailer' | 'parts' | 'push'>,
  { member, check }: AgeCheckExpiry,
): Promise<void> {
  const to = await addresseeOf(app, member);
  if (!to) return;
  await inTransaction(app.db, async (tx) => {
    const expiresAt = await unrenewedUntil(tx, check);
    if (!expiresAt) return;
    const wait = await secondsUntilQuietEnd(tx, to);
    if (wait > 0)
      return app.jobs.add(
        tx,
        AGE_CHECK_REMINDER,
        { member, check },
        { member, key: `age check ${check} reminder`, runAt: new Date(Date.now() + wait * 1000) },
      );
    if (hasWorkingAddress(to))
      await app.mailer.send(tx, 'age-check-reminder', recipientOf(to), {
        name: to.name,
        expiresAt: expiresAt.toISOString(),
      });
    if (to.present) return;
    await pushNotice(app, tx, to, {
      type: null,
      text: noticeText(to.language, 'age_check_ends'),
      path: '/age-check',
      tag: 'age-check',
    });
  });
}
