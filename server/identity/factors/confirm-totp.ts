import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { type ChangedBy, tellOfChange } from './tell-change.ts';
import { isTotpCode } from './totp.ts';

/**
 * Activates an authenticator app after a correct code and notifies the member by mail. Throws `code_invalid`
 * for a wrong code.
 */
export async function confirmTotp(
  app: Pick<App, 'config' | 'db' | 'mailer'>,
  memberId: number,
  code: string,
  by: ChangedBy,
): Promise<void> {
  if (!(await isTotpCode(app, memberId, code, false))) throw refuse('code_invalid');
  await inTransaction(app.db, async (tx) => {
    const { numAffectedRows } = await sql`
      update totp_secrets set confirmed_at = app_now() where member_id = ${memberId} and confirmed_at is null`.execute(
      tx,
    );
    if (numAffectedRows === 1n) await tellOfChange(app, tx, memberId, 'app_on', by);
  });
}
