import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { seal } from '../../platform/sealing.ts';
import { TOTP_SEALING_PURPOSE } from './totp.ts';

export async function giveTotp(db: Db, siteSecret: string, memberId: number, secret: string): Promise<void> {
  await sql`insert into totp_secrets (member_id, secret_sealed, confirmed_at)
    values (${memberId}, ${seal(siteSecret, TOTP_SEALING_PURPOSE, String(memberId), secret)}, app_now())`.execute(
    db,
  );
}
