import { sql } from 'kysely';
import { isLandingDesign } from '#contract/lists/landing-designs.ts';
import { fullSlug } from '#contract/rules/landing-rules.ts';
import type { App } from '../platform/app.ts';
import { siteOf } from '../site-settings/index.ts';

export interface Visit {
  lander?: string | undefined;
  slug?: string | undefined;
  network?: string | undefined;
  seconds?: number | undefined;
}

const MAX_SECONDS = 24 * 3600;
const BOUNCE_SECONDS = 10;

/**
 * Counts a visit to a landing page of the site at `host`, by design, slug and network, without identifying
 * the visitor. Unknown slugs and networks are stored as '', so that strangers cannot fill the table.
 */
export async function recordVisit(
  app: Pick<App, 'db' | 'parts'>,
  requestedHost: string,
  { lander, slug, network, seconds }: Visit,
): Promise<void> {
  if (!isLandingDesign(lander)) return;
  const { host, settings } = await siteOf(app, requestedHost);
  const viewed = seconds === undefined ? null : Math.round(Math.min(Math.max(seconds, 0), MAX_SECONDS));
  const opened = viewed === null ? 1 : 0;
  const left = viewed === null ? 0 : 1;
  const bounced = viewed !== null && viewed <= BOUNCE_SECONDS ? 1 : 0;
  await sql`
    insert into page_visits (day, host, lander, slug, network, opened, left_total, left_within_10, seconds)
    values ((app_now() at time zone ${settings.time_zone})::date, ${host}, ${lander},
      ${(slug && fullSlug(slug, settings.niche)) || ''},
      coalesce((select key from networks where key = ${network ?? ''}), ''),
      ${opened}, ${left}, ${bounced}, ${viewed ?? 0})
    on conflict (day, host, lander, slug, network) do update set
      opened = page_visits.opened + excluded.opened,
      left_total = page_visits.left_total + excluded.left_total,
      left_within_10 = page_visits.left_within_10 + excluded.left_within_10,
      seconds = page_visits.seconds + excluded.seconds`.execute(app.db);
}
