import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export interface EndedClaim {
  conversation_id: number;
  operator_id: number;
}

/** Ends the claims that meet a condition over `desk_claims k`. */
export async function endClaims(tx: Db, condition: RawBuilder<unknown>): Promise<EndedClaim[]> {
  const { rows } = await sql<EndedClaim>`
    delete from desk_claims k where ${condition} returning k.conversation_id, k.operator_id`.execute(tx);
  return rows;
}
