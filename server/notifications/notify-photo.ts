import { localePath } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { addresseeOf } from './audience.ts';
import { noticeText } from './push-texts.ts';
import { hasPush } from './tell.ts';

export interface PhotoNews {
  member: number;
  approved: boolean;
}

/**
 * Pushes the decision about a photo; the mail went with the decision itself. It is about the account, so no switch of
 * `notifications_disabled` is asked; who has the site open hears it there.
 */
export async function notifyPhoto(app: Pick<App, 'db' | 'parts' | 'push'>, { member, approved }: PhotoNews): Promise<void> {
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
