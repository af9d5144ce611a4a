import { sql } from 'kysely';
import { CLAIM_DAYS, type ClaimId, LEAST_SAMPLE } from '#contract/rules/figure-rules.ts';
import type { Claim } from '#contract/site-settings/setting-table.ts';
import type { Db } from '../platform/database/index.ts';
import { siteClocks } from '../site-settings/index.ts';

interface Measurement {
  host: string;
  claim: ClaimId;
  percentage: number | null;
  sample: number;
  measured_on: string;
  parts: Record<string, number>;
  fresh: boolean;
}

type PublishableMeasurement = Measurement & { percentage: number };

export async function latestMeasurements(db: Db): Promise<Measurement[]> {
  const clocks = await siteClocks(db);
  const { rows } = await sql<Measurement>`
    select distinct on (host, claim) host, claim, percentage, sample, measured_on::text as measured_on, parts,
      measured_on > ${clocks.today()}::date - ${CLAIM_DAYS}::int as fresh
    from figure_claims order by host, claim, measured_on desc`.execute(db);
  return rows;
}

/** A publishable claim is a whole percentage above zero, over a large enough sample, measured recently. */
export const isPublishable = (measured: Measurement): measured is PublishableMeasurement =>
  measured.percentage !== null &&
  measured.percentage >= 1 &&
  measured.percentage <= 100 &&
  measured.sample >= LEAST_SAMPLE &&
  measured.fresh;

export const presentClaim = ({
  claim,
  percentage,
  sample,
  measured_on,
  parts,
}: PublishableMeasurement): Claim => ({
  id: claim,
  percentage,
  sample,
  measured_on,
  evidence: `Measured on ${measured_on}: ${Object.entries(parts)
    .map(([part, number]) => `${part} ${number}`)
    .join(', ')}`,
});
