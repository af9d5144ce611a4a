import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { CLAIM_MINUTES } from './claim-minutes.ts';

export interface EndedClaim {
  conversation_id: number;
  operator_id: number;
}

/**
 * Ends the claims that meet a condition over `desk_claims k`, and records the time that the writers held them. A claim that
 * has lapsed counts until the writer's last sign of life.
 */
export async function endClaims(tx: Db, condition: RawBuilder<unknown>): Promise<EndedClaim[]> {
  const { rows } = await sql<EndedClaim>`
    with ended as (
      delete from desk_claims k where ${condition} returning k.conversation_id, k.operator_id, k.claimed_at, k.expires_at),
    worked as (
      insert into desk_work (operator_id, site, began_at, ended_at)
      select e.operator_id, site_of_host(m.host), e.claimed_at, greatest(e.claimed_at,
          case when e.expires_at > app_now() then app_now() else e.expires_at - ${CLAIM_MINUTES} * interval '1 minute' end)
      from ended e join conversations c on c.id = e.conversation_id
        join profiles p on p.id in (c.member_low, c.member_high) and p.kind = 'fictional'
        join members m on m.id in (c.member_low, c.member_high) and m.id <> p.id)
    select conversation_id, operator_id from ended`.execute(tx);
  return rows;
}
