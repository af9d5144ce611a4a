import { localePath } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { addresseeOf } from './audience.ts';
import { hasPush } from './push-notice.ts';
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
  app: Pick<App, 'db' | 'parts' | 'push'>,
  { member, approved }: PhotoNews,
): Promise<void> {
  const to = await addresseeOf(app, member);
  if (!to || to.present) return;
  await inTransaction(app.db, async (tx) => {
    if (await hasPush(tx, member))
      await app.push.send(tx, member, {
        ...noticeText(to.language, approved ? 'photo_approved' : 'photo_refused'),
        path: localePath(to.language, '/profile'),
        tag: 'photo',
      });
  });
}
