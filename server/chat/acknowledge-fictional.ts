import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';

/**
 * POST /api/fictional-ack.php: records that the member acknowledged that this profile is fictional, with the
 * time. Required once before the first paid message to it (docs/product.md 11.2). Throws `not_found` for a
 * profile that is not fictional.
 */
export async function acknowledgeFictional(db: Db, member: number, profile: number): Promise<void> {
  const { rows } = await sql<{ kind: string }>`
    with found as (select id, kind from profiles where id = ${profile} and kind = 'fictional'),
    kept as (insert into fictional_acknowledgements (member_id, profile_id) select ${member}, id from found on conflict do nothing)
    select kind from found`.execute(db);
  if (rows.length === 0) throw refuse('not_found');
}
