import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { validUntil } from '../valid-until.ts';

/** The expiry of a passed check; null if it has expired or a later check of the member counts for longer. */
export async function unrenewedUntil(db: Db, check: number): Promise<Date | null> {
  const { rows } = await sql<{ expires_at: Date }>`
    select expires_at from age_checks c
    where id = ${check} and state = 'passed' and expires_at = ${validUntil(sql`c.member_id`)}`.execute(db);
  return rows[0]?.expires_at ?? null;
}
