import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { takeDueCheckIn, type CheckInNews } from '../../safety/index.ts';
import { addresseeOf, recipientOf } from '../audience.ts';
import { pushNotice } from '../push-notice.ts';
import { noticeText } from '../push-texts.ts';
import { takesMail } from '../rules.ts';

const TYPE = 'check_ins';

/**
 * Asks a member after a date whether they are home. The member chose the time, so neither quiet hours nor caps hold it
 * back. Others can read a lock screen, so nothing says what it is about.
 */
export async function remindOfCheckIn(app: App, { date }: CheckInNews): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const due = await takeDueCheckIn(app, tx, date);
    const to = due && (await addresseeOf(app, due.member));
    if (!to) return;
    if (takesMail(to, TYPE)) await app.mailer.send(tx, 'check-in', recipientOf(to), { token: due.token });
    await pushNotice(app, tx, to, {
      type: TYPE,
      text: noticeText(to.language, 'check_in'),
      path: `/check-in?token=${due.token}`,
      tag: 'check-in',
    });
  });
}
