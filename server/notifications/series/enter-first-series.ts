import { sql } from 'kysely';
import { OFFER_HOURS } from '#contract/notifications/mail-series.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { enterSeries } from './enter-series.ts';

/** Enters a member who just confirmed their address in the series of the welcome and of the end of the welcome offer. */
export async function enterFirstSeries(
  app: Pick<App, 'db' | 'jobs' | 'parts'>,
  tx: Tx,
  { member, host }: { member: number; host: string | null },
): Promise<void> {
  await enterSeries(app, tx, { member, host, trigger: 'welcome' });
  const { welcome_discount_seconds: seconds } = await settingsOf(app, host ?? undefined);
  if (seconds < OFFER_HOURS.leastLength * 3600) return;
  const beginsAt = sql`m.signup_date + ${seconds} * interval '1 second' - ${OFFER_HOURS.before} * interval '1 hour'`;
  await enterSeries(app, tx, {
    ...{ member, host, trigger: 'offer_ends', beginsAt },
    condition: sql`not m.paid_user and ${beginsAt} > app_now()`,
  });
}
