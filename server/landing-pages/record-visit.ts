import { sql } from 'kysely';
import { fullSlug, isLander } from '#contract/rules/landing-rules.ts';
import type { Db } from '../platform/database/index.ts';

export interface Visit {
  /** Of the site's row. */
  host: string;
  niche: number;
  /** Of the site: a visit belongs to the day that the site's clock shows. */
  timeZone: string;
  lander: string | undefined;
  slug: string | undefined;
  network: string | undefined;
  /** How long the page was looked at; absent when it was only opened. */
  seconds?: number;
}

/** A day is the longest that a page can have been read. */
const MOST_SECONDS = 24 * 3600;
/** Who leaves within these seconds bounced. */
const BOUNCE_SECONDS = 10;

/**
 * Counts a visit of a landing page (query `lb`): opened, left, seconds, by design, slug and network. Nothing tells who it was,
 * and names that nobody gave are not kept, so that strangers cannot fill the table.
 */
export async function recordVisit(db: Db, { host, niche, timeZone, lander, slug, network, seconds }: Visit): Promise<void> {
  if (!isLander(lander)) return;
  const left = seconds === undefined ? null : Math.round(Math.min(Math.max(seconds, 0), MOST_SECONDS));
  const [opened, gone, quick] = [left === null ? 1 : 0, left === null ? 0 : 1, left !== null && left <= BOUNCE_SECONDS ? 1 : 0];
  await sql`
    insert into page_visits (day, host, lander, slug, network, opened, left_total, left_within_10, seconds)
    values ((app_now() at time zone ${timeZone})::date, ${host}, ${lander}, ${(slug && fullSlug(slug, niche)) || ''}, coalesce((select key from networks where key = ${network ?? ''}), ''),
      ${opened}, ${gone}, ${quick}, ${left ?? 0})
    on conflict (day, host, lander, slug, network) do update set opened = page_visits.opened + excluded.opened,
      left_total = page_visits.left_total + excluded.left_total, left_within_10 = page_visits.left_within_10 + excluded.left_within_10,
      seconds = page_visits.seconds + excluded.seconds`.execute(db);
}

/** Months that the counts stay: a year and the month it is compared with. */
const KEPT_MONTHS = 13;

export async function forgetOldVisits(db: Db): Promise<void> {
  await sql`delete from page_visits where day < app_now()::date - ${KEPT_MONTHS} * interval '1 month'`.execute(db);
}
