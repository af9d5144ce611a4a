import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export async function endInvitationsTo(db: Db, email: string, site: string | null): Promise<void> {
  await sql`
    update link_tokens set expires_at = app_now(), payload = payload || '{"withdrawn": true}'
    where purpose = 'invite' and used_at is null and expires_at > app_now()
      and lower(payload ->> 'email') = ${email.toLowerCase()} and payload ->> 'site' is not distinct from ${site}`.execute(
    db,
  );
}
