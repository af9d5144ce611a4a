import type { Db } from '../platform/database/index.ts';

export interface Visit {
  lander?: string;
  slug?: string;
  network?: string;
  /** How long the page was looked at; absent when it was only opened. */
  seconds?: number;
}

/** Counts a visit of a landing page, without anything that tells who it was (docs/product.md 10.8). */
export async function recordVisit(db: Db, { lander, slug, network, seconds }: Visit): Promise<void> {
  await db
    .insertInto('page_visits')
    .values({ lander: lander ?? null, slug: slug ?? null, network: network ?? null, seconds_on_page: seconds === undefined ? null : Math.round(seconds) })
    .execute();
}
