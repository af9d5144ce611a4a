import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { SITES_CHANGED, publishClaims, siteClaims } from '../site-settings/index.ts';
import { isPublishable, latestMeasurements } from './latest-measurements.ts';

/**
 * Takes down claims that exceed the latest measurement, or whose measurement is too old. Returns them as
 * `site claim`.
 */
export async function takeDownUntrue(app: Pick<App, 'db' | 'events' | 'log'>): Promise<string[]> {
  const gone: string[] = [];
  await inTransaction(app.db, async (tx) => {
    gone.length = 0;
    const measured = await latestMeasurements(tx);
    for (const [site, claims] of await siteClaims(tx, true)) {
      const kept = claims.filter((claim) => {
        const one = measured.find(({ host, claim: id }) => host === site && id === claim.id);
        return one !== undefined && isPublishable(one) && one.percentage >= claim.percentage;
      });
      if (kept.length === claims.length) continue;
      gone.push(...claims.filter((claim) => !kept.includes(claim)).map(({ id }) => `${site} ${id}`));
      await publishClaims(tx, site, kept);
    }
  });
  if (gone.length > 0) {
    app.events.publish(SITES_CHANGED, {});
    app.log.warn({ claims: gone }, 'took down claims that are no longer true');
  }
  return gone;
}
