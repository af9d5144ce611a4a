import type { ClaimId } from '#contract/rules/figure-rules.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { SITES_CHANGED, publishClaims, siteClaims } from '../site-settings/index.ts';
import { presentClaim, isPublishable, latestMeasurements } from './latest-measurements.ts';

/**
 * Publishes the latest measurement of a claim on a site, or takes the claim down. Operators cannot enter
 * numbers. Throws `not_found` for an unknown site, and `claim_unproven` if there is no measurement, the
 * sample is too small, the measurement too old or the value not positive.
 */
export async function publishClaim(
  app: App,
  note: AuditNote,
  { site, id, publish }: { site: string; id: ClaimId; publish: boolean },
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const claims = (await siteClaims(tx, true)).get(site);
    if (!claims) throw refuse('not_found');
    const others = claims.filter((claim) => claim.id !== id);
    const measured = publish ? await provenClaim(tx, site, id) : undefined;
    await publishClaims(tx, site, measured ? [...others, presentClaim(measured)] : others);
    await note(tx, {
      object: `${site} ${id}`,
      details: measured ? { percentage: measured.percentage, sample: measured.sample } : { taken_down: true },
    });
  });
  app.events.publish(SITES_CHANGED, {});
}

async function provenClaim(tx: Tx, site: string, id: ClaimId) {
  const measured = (await latestMeasurements(tx)).find((one) => one.host === site && one.claim === id);
  if (!measured || !isPublishable(measured)) throw refuse('claim_unproven');
  return measured;
}
