import { sql } from 'kysely';
import { verify } from 'otplib';
import type { App } from '../../platform/app.ts';
import { type Db, inTransaction } from '../../platform/database/index.ts';
import { unseal } from '../../platform/sealing.ts';

type Parts = Pick<App, 'config' | 'db'>;

export const TOTP_SEALING_PURPOSE = 'authenticator apps';

/** Accepted clock drift of phones, in seconds. */
const TOLERANCE = 30;

export async function hasTotp(db: Db, memberId: number): Promise<boolean> {
  const { rows } =
    await sql`select from totp_secrets where member_id = ${memberId} and confirmed_at is not null`.execute(
      db,
    );
  return rows.length > 0;
}

/** Returns whether a code is currently valid and unused. Of two concurrent uses, one succeeds. */
export async function isTotpCode(
  { config, db }: Parts,
  memberId: number,
  code: string,
  confirmed = true,
): Promise<boolean> {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return false;
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ secret_sealed: Buffer; last_step: number; now: number }>`
      select secret_sealed, last_step, extract(epoch from app_now())::float8 as now from totp_secrets
      where member_id = ${memberId} and (confirmed_at is not null) = ${confirmed} for update`.execute(tx);
    const kept = rows[0];
    if (!kept) return false;
    const secret = unseal(config.secret, TOTP_SEALING_PURPOSE, String(memberId), kept.secret_sealed);
    const answer = await verify({
      secret,
      token,
      epoch: Math.floor(kept.now),
      epochTolerance: TOLERANCE,
      afterTimeStep: Number(kept.last_step),
    });
    if (!answer.valid || !('timeStep' in answer)) return false;
    await sql`update totp_secrets set last_step = ${answer.timeStep} where member_id = ${memberId}`.execute(
      tx,
    );
    return true;
  });
}
