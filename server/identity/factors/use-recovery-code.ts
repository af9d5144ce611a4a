import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { RECOVERY_CODE_LENGTH, recoveryCodeHash, recoveryCodesLeft } from './recovery-codes.ts';
import { type ChangedBy, tellOfChange } from './tell-change.ts';

/** Consumes a recovery code and mails the member how many are left. Returns false for an unknown code. */
export async function useRecoveryCode(
  app: Pick<App, 'config' | 'db' | 'mailer'>,
  memberId: number,
  code: string,
  by: ChangedBy,
): Promise<boolean> {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (plain.length !== RECOVERY_CODE_LENGTH) return false;
  return inTransaction(app.db, async (tx) => {
    const { numAffectedRows } = await sql`
      update recovery_codes set used_at = app_now()
      where member_id = ${memberId} and code_hash = ${recoveryCodeHash(app.config.secret, memberId, plain)} and used_at is null`.execute(
      tx,
    );
    if (numAffectedRows === 0n) return false;
    await tellOfChange(app, tx, memberId, 'code_used', by, { left: await recoveryCodesLeft(tx, memberId) });
    return true;
  });
}
