import type { CallBody } from '#contract/calls.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { refuseFields } from '../platform/http/refusal.ts';
import { memberChanged } from './activate.ts';
import { isNotificationSwitch } from './rules.ts';

/** Changes language, invisible mode, notifications and the spending cap (PUT /api/user.php). Refuses `invalid_fields`. */
export async function changeUser(app: App, memberId: number, change: NonNullable<CallBody<'changeUser'>>): Promise<void> {
  const { language, invisible, notifications_disabled: disabled, spending_cap: cap } = change;
  if (disabled?.some((entry) => !isNotificationSwitch(entry))) throw refuseFields({ notifications_disabled: 'invalid' });
  await inTransaction(app.db, async (tx) => {
    const set = {
      ...(language !== undefined && { language }),
      ...(disabled !== undefined && { notifications_disabled: [...new Set(disabled)] }),
      ...(cap !== undefined && { spending_cap: cap }),
    };
    if (Object.keys(set).length > 0) await tx.updateTable('members').set(set).where('id', '=', memberId).execute();
    if (invisible !== undefined) await tx.updateTable('profiles').set({ invisible }).where('id', '=', memberId).execute();
  });
  memberChanged(app, memberId);
}
