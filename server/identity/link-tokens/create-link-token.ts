import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { type LinkPurpose, linkTokenHash } from './link-token.ts';

export async function createLinkToken(
  db: Db,
  memberId: number,
  purpose: LinkPurpose,
  minutes: number,
  payload: Record<string, unknown> = {},
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await db
    .insertInto('link_tokens')
    .values({
      token_hash: linkTokenHash(token),
      member_id: memberId,
      purpose,
      payload: JSON.stringify(payload),
      expires_at: sql<Date>`app_now() + ${minutes} * interval '1 minute'`,
    })
    .execute();
  return token;
}
