import type { AgeCheckNews } from '../age-checks/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { addresseeOf } from './audience.ts';
import { pushNotice } from './push-notice.ts';
import { noticeText } from './push-texts.ts';

/**
 * Pushes that an age check has a result, for which a mail was already queued. Others can read a lock screen, so it does not
 * contain the result. It concerns the account, so no switch applies. Members who have the site open see it there.
 */
export async function notifyAgeCheck(
  app: Pick<App, 'db' | 'parts' | 'push' | 'jobs'>,
  { member }: AgeCheckNews,
): Promise<void> {
  const to = await addresseeOf(app, member);
  if (!to || to.present) return;
  await inTransaction(app.db, async (tx) => {
    await pushNotice(app, tx, to, {
      type: null,
      text: noticeText(to.language, 'age_check'),
      path: '/age-check',
      tag: 'age-check',
    });
  });
}
