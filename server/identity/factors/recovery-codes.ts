import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, one } from '../../platform/database/index.ts';
import { deriveKey } from '../../platform/secrets.ts';

export const RECOVERY_CODE_LENGTH = 10;

export async function recoveryCodesLeft(db: Db, memberId: number): Promise<number> {
  const { n } = await one(
    sql<{
      n: number;
    }>`select count(*)::int as n from recovery_codes where member_id = ${memberId} and used_at is null`.execute(
      db,
    ),
  );
  return n;
}

export const recoveryCodeHash = (secret: string, memberId: number, code: string): Buffer =>
  createHmac('sha256', deriveKey(secret, 'recovery codes')).update(`${memberId} ${code}`).digest();
