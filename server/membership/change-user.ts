import type { CallBody } from '#contract/calls.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { refuseFields } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { changeTimeZone, isTimeZone, memberChanged } from '../identity/index.ts';
import { isNotificationSwitch } from './rules.ts';

/** Changes language, invisible mode, notifications, the spending cap, read marks and the time zone (PUT /api/user.php). Refuses `invalid_fields`. */
export async function changeUser(app: App, memberId: number, change: NonNullable<CallBody<'changeUser'>>, host: string): Promise<void> {
  const { language, invisible, notifications_disabled: disabled, spending_cap: cap, read_marks, time_zone: zone } = change;
  if (disabled?.some((entry) => !isNotificationSwitch(entry))) throw refuseFields({ notifications_disabled: 'invalid' });
  if (zone !== undefined && !(await isTimeZone(app.db, zone))) throw refuseFields({ time_zone: 'invalid' });
  const siteZone = zone === undefined ? '' : (await settingsOf(app, host)).time_zone;
  await inTransaction(app.db, async (tx) => {
    const set = {
      ...(language !== undefined && { language }),
      ...(disabled !== undefined && { notifications_disabled: [...new Set(disabled)] }),
      ...(cap !== undefined && { spending_cap: cap }),
      ...(read_marks !== undefined && { read_marks }),
    };
    if (Object.keys(set).length > 0) await tx.updateTable('members').set(set).where('id', '=', memberId).execute();
    if (zone !== undefined) await changeTimeZone(tx, memberId, zone, siteZone);
    if (invisible !== undefined) await tx.updateTable('profiles').set({ invisible }).where('id', '=', memberId).execute();
  });
  memberChanged(app, memberId);
}
