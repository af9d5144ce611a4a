import type { Figures } from '#contract/figures/figures.ts';
import { claimIds, toldPercentages } from '#contract/rules/figure-rules.ts';
import { type Sites, isWithinSites } from '#contract/rules/site-scope-rules.ts';
import type { App } from '../platform/app.ts';
import { siteClaims } from '../site-settings/index.ts';
import { isPublishable, latestMeasurements } from './latest-measurements.ts';

export async function claimsOf(app: Pick<App, 'db' | 'events'>, sites: Sites): Promise<Figures['claims']> {
  const measured = (await latestMeasurements(app.db)).filter(({ host }) => isWithinSites(sites, [host]));
  const published = await siteClaims(app.db);
  return measured
    .sort((a, b) => a.host.localeCompare(b.host) || claimIds.indexOf(a.claim) - claimIds.indexOf(b.claim))
    .map((one) => {
      const now = published.get(one.host)?.find(({ id }) => id === one.claim);
      return {
        site: one.host,
        id: one.claim,
        told: toldPercentages[one.claim],
        percentage: one.percentage,
        sample: one.sample,
        measured_on: one.measured_on,
        parts: one.parts,
        publishable: isPublishable(one),
        published: now
          ? { percentage: now.percentage, sample: now.sample, measured_on: now.measured_on }
          : null,
      };
    });
}
