import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { RECOVERY_CODE_LENGTH, recoveryCodeHash } from './recovery-codes.ts';
import { type ChangedBy, tellOfChange } from './tell-change.ts';

const CODES = 10;

/** Characters that are not easily confused. Ten of them have 49 bits of entropy. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * Creates ten recovery codes, which are shown once and replace the previous ones. With `renewedBy`, the
 * member is notified by mail.
 */
export async function makeRecoveryCodes(
  app: Pick<App, 'config' | 'db' | 'mailer'>,
  memberId: number,
  renewedBy?: ChangedBy,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () =>
    Array.from({ length: RECOVERY_CODE_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
  );
  await inTransaction(app.db, async (tx) => {
    await sql`delete from recovery_codes where member_id = ${memberId}`.execute(tx);
    await sql`insert into recovery_codes (member_id, code_hash)
      select ${memberId}, unnest(${codes.map((code) => recoveryCodeHash(app.config.secret, memberId, code))}::bytea[])`.execute(
      tx,
    );
    if (renewedBy) await tellOfChange(app, tx, memberId, 'codes_renewed', renewedBy);
  });
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}
