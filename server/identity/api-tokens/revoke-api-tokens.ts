import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export async function revokeApiTokens(db: Db, member: number): Promise<void> {
  await sql`update api_tokens set revoked_at = app_now() where member_id = ${member} and revoked_at is null`.execute(
    db,
  );
}
