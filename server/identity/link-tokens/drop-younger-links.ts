import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import type { LinkPurpose } from './link-token.ts';

export async function dropYoungerLinks(
  db: Db,
  memberId: number,
  purpose: LinkPurpose,
  since: Date,
): Promise<void> {
  await db
    .updateTable('link_tokens')
    .set({ expires_at: sql<Date>`app_now()` })
    .where('member_id', '=', memberId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('created_at', '>=', since)
    .execute();
}
