import { createHmac, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Db } from '../../platform/database/index.ts';
import { deriveKey } from '../../platform/secrets.ts';
import { type ChangedBy, tellOfChange } from './tell-change.ts';

type Parts = Pick<App, 'config' | 'db' | 'mailer'>;

const CODES = 10;
/** Letters and digits that nobody confuses; ten of them are 49 bits. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 10;

/** Makes ten new codes, which are shown once; those before them stop working, and `renewedBy` says that the member is told so by mail. */
export async function makeRecoveryCodes(app: Parts, memberId: number, renewedBy?: ChangedBy): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join(''));
  await inTransaction(app.db, async (tx) => {
    await sql`delete from recovery_codes where member_id = ${memberId}`.execute(tx);
    await sql`insert into recovery_codes (member_id, code_hash)
      select ${memberId}, unnest(${codes.map((code) => hashOf(app.config.secret, memberId, code))}::bytea[])`.execute(tx);
    if (renewedBy) await tellOfChange(app, tx, memberId, 'codes_renewed', renewedBy);
  });
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** Uses a code up, and tells the member by mail how many are left; false when it is not one of them. */
export async function useRecoveryCode(app: Parts, memberId: number, code: string, by: ChangedBy): Promise<boolean> {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (plain.length !== LENGTH) return false;
  return inTransaction(app.db, async (tx) => {
    const { numAffectedRows } = await sql`
      update recovery_codes set used_at = app_now()
      where member_id = ${memberId} and code_hash = ${hashOf(app.config.secret, memberId, plain)} and used_at is null`.execute(tx);
    if (numAffectedRows === 0n) return false;
    await tellOfChange(app, tx, memberId, 'code_used', by, { left: await recoveryCodesLeft(tx, memberId) });
    return true;
  });
}

/** How many codes still work. */
export async function recoveryCodesLeft(db: Db, memberId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from recovery_codes where member_id = ${memberId} and used_at is null`.execute(db);
  return rows[0]!.n;
}

/** Forgets all codes: without a second step there is nothing to recover. */
export async function dropRecoveryCodes(db: Db, memberId: number): Promise<void> {
  await sql`delete from recovery_codes where member_id = ${memberId}`.execute(db);
}

const hashOf = (secret: string, memberId: number, code: string): Buffer =>
  createHmac('sha256', deriveKey(secret, 'recovery codes')).update(`${memberId} ${code}`).digest();
