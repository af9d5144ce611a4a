import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { SITES_CHANGED } from '../site-cache.ts';
import {
  writeSettings,
  type ChangeOrigin,
  type SettingOperator,
  type SettingWish,
} from './write-settings.ts';

type Parts = Pick<App, 'config' | 'db' | 'events'>;

/**
 * Changes settings of a site, all or none, and notifies every process. Unchanged values are not recorded.
 * Throws `not_found` for an unknown site, `role_required` if finance changes a setting that is not about
 * money, and `invalid_fields` for invalid values.
 */
export async function changeSettings(
  app: Parts,
  operator: SettingOperator,
  host: string,
  wishes: readonly SettingWish[],
  how: ChangeOrigin = {},
): Promise<void> {
  await inTransaction(app.db, (tx) => writeSettings(app, tx, operator, host, wishes, how));
  app.events.publish(SITES_CHANGED, { host });
}
