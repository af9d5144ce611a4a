import { sql, type RawBuilder } from 'kysely';
import { SAME_PDQ_BITS } from '#contract/photos/pdq-rules.ts';

/** A hash in hexadecimal digits as SQL. */
export const pdqBits = (hash: string): RawBuilder<string> => sql`${`x${hash}`}::bit(256)`;

export const pdqDistance = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<number> =>
  sql`bit_count(${one} # ${other})::integer`;

/** Whether two hashes are of one picture. A GIN index on `pdq_bands(listed)` serves it. */
export const pdqNear = (listed: RawBuilder<unknown>, hash: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(pdq_bands(${listed}) && pdq_probes(${hash}) and ${pdqDistance(listed, hash)} <= ${SAME_PDQ_BITS})`;
