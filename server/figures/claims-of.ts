import { sql } from 'kysely';
import { claimIds, CLAIM_DAYS, LEAST_SAMPLE, toldPercentages, type ClaimId } from '#contract/rules/figure-rules.ts';
import type { Figures } from '#contract/figures.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import type { Claim } from '#contract/setting-table.ts';
import { publishClaims, SITES_CHANGED, siteClaims, siteClocks } from '../site-settings/index.ts';

interface Measurement {
  host: string;
  claim: ClaimId;
  percentage: number | null;
  sample: number;
  measured_on: string;
  parts: Record<string, number>;
  fresh: boolean;
}

/** The last measurement of each claim for each site. */
async function latest(db: Db): Promise<Measurement[]> {
  const clocks = await siteClocks(db);
  const { rows } = await sql<Measurement>`
    select distinct on (host, claim) host, claim, percentage, sample, measured_on::text as measured_on, parts,
      measured_on > ${clocks.today()}::date - ${CLAIM_DAYS}::int as fresh
    from figure_claims order by host, claim, measured_on desc`.execute(db);
  return rows;
}

/** A claim says a whole per cent above zero about enough members, measured of late. */
const isPublishable = ({ percentage, sample, fresh }: Measurement): boolean =>
  percentage !== null && percentage >= 1 && percentage <= 100 && sample >= LEAST_SAMPLE && fresh;

/** What is true of each claim, beside what the copy says and what the site says now. */
export async function claimsOf(app: Pick<App, 'db' | 'events'>, site: string | null): Promise<Figures['claims']> {
  const measured = (await latest(app.db)).filter(({ host }) => site === null || host === site);
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
        published: now ? { percentage: now.percentage, sample: now.sample, measured_on: now.measured_on } : null,
      };
    });
}

/**
 * Publishes the last measurement of a claim on a site, or takes the claim down. What is said is always what was measured: no
 * number comes from the operator. Refuses `not_found` for a site that has none, `claim_unproven` for a measurement that is too
 * small, too old or says nothing.
 */
export async function publishClaim(app: App, note: AuditNote, { site, id, publish }: { site: string; id: ClaimId; publish: boolean }): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const claims = (await siteClaims(tx, true)).get(site);
    if (!claims) throw refuse('not_found');
    const others = claims.filter((claim) => claim.id !== id);
    const measured = publish ? (await latest(tx)).find((one) => one.host === site && one.claim === id) : undefined;
    if (publish && (!measured || !isPublishable(measured))) throw refuse('claim_unproven');
    await publishClaims(tx, site, measured ? [...others, claimOf(measured)] : others);
    await note(tx, { object: `${site} ${id}`, details: measured ? { percentage: measured.percentage, sample: measured.sample } : { taken_down: true } });
  });
  app.events.publish(SITES_CHANGED, {});
}

const claimOf = ({ claim, percentage, sample, measured_on, parts }: Measurement): Claim => ({
  id: claim,
  percentage: percentage!,
  sample,
  measured_on,
  evidence: `Measured on ${measured_on}: ${Object.entries(parts)
    .map(([part, number]) => `${part} ${number}`)
    .join(', ')}`,
});

/** Takes down claims that say more than the last measurement, or whose measurement is too old. Returns what was taken down, as `site claim`. */
export async function takeDownUntrue(app: Pick<App, 'db' | 'events' | 'log'>): Promise<string[]> {
  const gone: string[] = [];
  await inTransaction(app.db, async (tx) => {
    gone.length = 0;
    const measured = await latest(tx);
    for (const [site, claims] of await siteClaims(tx, true)) {
      const kept = claims.filter((claim) => {
        const one = measured.find(({ host, claim: id }) => host === site && id === claim.id);
        return one !== undefined && isPublishable(one) && one.percentage! >= claim.percentage;
      });
      if (kept.length === claims.length) continue;
      gone.push(...claims.filter((claim) => !kept.includes(claim)).map(({ id }) => `${site} ${id}`));
      await publishClaims(tx, site, kept);
    }
  });
  if (gone.length > 0) {
    app.events.publish(SITES_CHANGED, {});
    app.log.warn({ claims: gone }, 'claims that are no longer true were taken down');
  }
  return gone;
}
