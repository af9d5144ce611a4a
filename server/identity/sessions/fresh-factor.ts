import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import type { MemberSession } from '../../platform/http/context.ts';

const FRESH_MINUTES = 5;

type Session = Pick<MemberSession, 'memberId' | 'tokenHash'>;

/** Returns whether the session used a second factor within `FRESH_MINUTES`. Never cached. */
export async function hasFreshFactor(db: Db, { memberId, tokenHash }: Session): Promise<boolean> {
  const { rows } = await sql`
    select from sessions where member_id = ${memberId} and token_hash = ${tokenHash}
      and factor_at > app_now() - ${FRESH_MINUTES} * interval '1 minute'`.execute(db);
  return rows.length > 0;
}

export async function noteFreshFactor(db: Db, { memberId, tokenHash }: Session): Promise<void> {
  await sql`update sessions set factor_at = app_now()
    where member_id = ${memberId} and token_hash = ${tokenHash} and both_factors`.execute(db);
}
