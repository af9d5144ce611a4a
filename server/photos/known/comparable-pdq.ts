import { sql, type RawBuilder } from 'kysely';
import { LEAST_PDQ_QUALITY } from '#contract/photos/pdq-rules.ts';
import { pdqBits } from './pdq-near.ts';
import type { Pdq } from './pdq.ts';

/** A hash for comparisons: null where the picture has too little detail. */
export const comparablePdq = ({ hash, quality }: Pdq): RawBuilder<string | null> =>
  quality >= LEAST_PDQ_QUALITY ? pdqBits(hash) : sql`null::bit(256)`;
