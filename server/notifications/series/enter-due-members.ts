import { sql, type RawBuilder } from 'kysely';
import { slowMethods } from '#contract/lists/payment-methods.ts';
import { AWAY_DAYS, OFFER_HOURS, type SeriesTrigger } from '#contract/notifications/mail-series.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { insertRuns, MOST_AT_ONCE } from './insert-runs.ts';
import { SERIES_ROUND } from './series-jobs.ts';

/**
 * Money for an open order by a slow method may take days, so the order is not abandoned. Members who did not come back within a day of these conditions are left alone, for example after an outage.
 */
const found: Partial<Record<SeriesTrigger, (settings: SiteSettings) => RawBuilder<unknown> | null>> = {
  checkout: () => sql`m.id in (
    select o.member_id from payments o
    where o.created_at between app_now() - interval '25 hours' and app_now() - interval '1 hour'
      and (o.status in ('failed', 'cancelled') or (o.status = 'pending' and o.method <> all(${slowMethods}::text[])))
      and not exists (
        select from payments d where d.member_id = o.member_id and d.status = 'completed'
          and d.settled_at > o.created_at - interval '1 hour'))`,
  // Not at signup: new members have not opted in to promotions yet.
  offer_ends({ welcome_discount_seconds: seconds }) {
    if (seconds < OFFER_HOURS.leastLength * 3600) return null;
    const hoursLeft = (hours: number) => sql`app_now() - make_interval(secs => ${seconds - hours * 3600})`;
    return sql`not m.paid_user and m.signup_date between ${hoursLeft(1)} and ${hoursLeft(OFFER_HOURS.before)}`;
  },
  away: () => sql`m.id in (
    select seen.member_id from presence seen
    where seen.last_active between app_now() - ${AWAY_DAYS + 1} * interval '1 day' and app_now() - ${AWAY_DAYS} * interval '1 day')`,
};

/** Enters the members whom a trigger without an event of its own now concerns, some hundreds per job. */
export async function enterDueMembers(app: App): Promise<void> {
  const running = (await app.parts.mailSeries()).filter(({ enabled }) => enabled);
  await inTransaction(app.db, async (tx) => {
    let isMore = false;
    for (const series of running) {
      const condition = found[series.trigger]?.(await settingsOf(app, series.host));
      if (condition && (await insertRuns(app, tx, series, { condition })) === MOST_AT_ONCE) isMore = true;
    }
    if (isMore) await app.jobs.add(tx, SERIES_ROUND, {}, { key: 'mail series round' });
  });
}
