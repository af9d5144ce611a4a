import { sql } from 'kysely';
import type { AgeCheckRecord } from '#contract/age-checks/calls.ts';
import type { Db } from '../platform/database/index.ts';
import type { AgeCheckRow } from './age-check-of.ts';

const SHOWN = 10;

/** A member's newest checks, for the member's file. */
export async function ageChecksOf(db: Db, member: number): Promise<AgeCheckRecord[]> {
  const { rows } = await sql<AgeCheckRow>`
    select state, provider, method, reason, started_at, decided_at, expires_at
    from age_checks where member_id = ${member} order by id desc limit ${SHOWN}`.execute(db);
  return rows.map(({ state, provider, method, reason, started_at, decided_at, expires_at }) => ({
    state,
    provider,
    method,
    reason,
    started_at: started_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
    expires_at: expires_at?.toISOString() ?? null,
  }));
}
