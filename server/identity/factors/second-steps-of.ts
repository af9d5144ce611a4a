import { sql } from 'kysely';
import { type Db, one } from '../../platform/database/index.ts';

export async function secondStepsOf(db: Db, memberId: number): Promise<('totp' | 'passkey')[]> {
  const { totp, passkey } = await one(
    sql<{ totp: boolean; passkey: boolean }>`
    select exists (select from totp_secrets where member_id = ${memberId} and confirmed_at is not null) as totp,
      exists (select from passkeys where member_id = ${memberId} and confirmed_at is not null) as passkey`.execute(
      db,
    ),
  );
  return [...(totp ? ['totp' as const] : []), ...(passkey ? ['passkey' as const] : [])];
}
