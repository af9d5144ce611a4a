import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { addresseeOf } from './audience.ts';
import { pushNotice } from './push-notice.ts';
import { noticeText } from './push-texts.ts';

export interface InspectionNews {
  member: number;
  approved: boolean;
}

/**
 * Pushes the decision about a photo or a voice introduction, for which a mail was already queued. It concerns the account,
 * so no switch applies. Members who have the site open see the decision there and get no push.
 */
export async function notifyInspection(
  app: Pick<App, 'db' | 'parts' | 'push' | 'jobs'>,
  about: 'photo' | 'voice_intro',
  { member, approved }: InspectionNews,
): Promise<void> {
  const to = await addresseeOf(app, member);
  if (!to || to.present) return;
  await inTransaction(app.db, async (tx) => {
    await pushNotice(app, tx, to, {
      type: null,
      text: noticeText(to.language, approved ? `${about}_approved` : `${about}_refused`),
      path: '/profile',
      tag: about,
    });
  });
}
