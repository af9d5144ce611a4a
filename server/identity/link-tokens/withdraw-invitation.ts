import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

/** Returns false if there is no such invitation or somebody has used it. */
export async function withdrawInvitation(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    update link_tokens set expires_at = least(expires_at, app_now()), payload = payload || '{"withdrawn": true}'
    where token_hash = ${Buffer.from(id, 'hex')} and purpose = 'invite' and used_at is null
    returning 1`.execute(db);
  return rows.length > 0;
}
