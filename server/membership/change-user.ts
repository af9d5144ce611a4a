import type { CallBody } from '#contract/calls.ts';
import { isNotificationSwitch } from '#contract/rules/notification-rules.ts';
import { changeSpendingCap } from '../credits/index.ts';
import { changePreferences, changeTimeZone, isTimeZone, memberChanged } from '../identity/index.ts';
import { changeSwitches, requeueNews } from '../notifications/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { refuseFields } from '../platform/http/refusal.ts';
import { setInvisible } from '../profiles/index.ts';
import { settingsOf } from '../site-settings/index.ts';

/**
 * PUT /api/user.php: changes language, invisible mode, incognito, notifications, spending cap, read receipts, intimate
 * pictures and time zone. Throws `invalid_fields` for an invalid value.
 */
export async function changeUser(
  app: App,
  memberId: number,
  change: NonNullable<CallBody<'changeUser'>>,
  host: string,
): Promise<void> {
  const {
    language,
    invisible,
    incognito,
    notifications_disabled: disabled,
    spending_cap: cap,
    read_marks,
    refuses_intimate,
    push_names,
    refuses_video_calls,
    time_zone: zone,
  } = change;
  if (disabled?.some((entry) => !isNotificationSwitch(entry)))
    throw refuseFields({ notifications_disabled: 'invalid' });
  if (zone !== undefined && !(await isTimeZone(app.db, zone))) throw refuseFields({ time_zone: 'invalid' });
  const siteZone = zone === undefined ? '' : (await settingsOf(app, host)).time_zone;
  await inTransaction(app.db, async (tx) => {
    await changePreferences(tx, memberId, {
      language,
      read_marks,
      refuses_intimate,
      push_names,
      refuses_video_calls,
    });
    if (disabled !== undefined) await changeSwitches(tx, memberId, disabled);
    if (cap !== undefined) await changeSpendingCap(tx, memberId, cap);
    if (zone !== undefined) {
      await changeTimeZone(tx, memberId, zone, siteZone);
      await requeueNews(app, tx, memberId);
    }
    if (invisible !== undefined || incognito !== undefined)
      await setInvisible(tx, memberId, { invisible, incognito });
    await memberChanged(app, tx, memberId);
  });
}
