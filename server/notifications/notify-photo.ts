import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { addresseeOf } from './audience.ts';
import { pushNotice } from './push-notice.ts';
import { noticeText } from './push-texts.ts';

export interface PhotoNews {
  member: number;
  approved: boolean;
}

/**
 * Pushes the decision about a photo, for which a mail was already queued. It concerns the account, so no
 * switch applies. Members who have the site open see the decision there and get no push.
 */
export async function notifyPhoto(
  app: Pick<App, 'db' | 'parts' | 'push' | 'jobs'>,
  { member, approved }: PhotoNews,
): Promise<void> {
  const to = await addresseeOf(app, member);
  if (!to || to.present) return;
  await inTransaction(app.db, async (tx) => {
    await pushNotice(app, tx, to, {
      type: null,
      text: noticeText(to.language, approved ? 'photo_approved' : 'photo_refused'),
      path: '/profile',
      tag: 'photo',
    });
  });
}
