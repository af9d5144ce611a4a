import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';

export interface Sides {
  profile_id: number;
  member_id: number;
}

/**
 * Returns both sides of a conversation with a fictional profile. Throws `not_found` for any other
 * conversation, and for one that does not meet the condition over `conversations c` and the profile `p`.
 */
export async function assertFictional(
  db: Db,
  conversation: number,
  condition: RawBuilder<boolean> = sql`true`,
): Promise<Sides> {
  const { rows } = await sql<Sides>`
    select p.id as profile_id, case when p.id = c.member_low then c.member_high else c.member_low end as member_id
      from conversations c join profiles p on p.id in (c.member_low, c.member_high) and p.kind = 'fictional'
      where c.id = ${conversation} and ${condition} limit 1`.execute(db);
  if (!rows[0]) throw refuse('not_found');
  return rows[0];
}
