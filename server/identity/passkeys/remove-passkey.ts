import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { type ChangedBy, tellOfChange } from '../factors/tell-change.ts';

export async function removePasskey(
  app: Pick<App, 'mailer'>,
  tx: Tx,
  memberId: number,
  id: string,
  by: ChangedBy,
): Promise<void> {
  const { numAffectedRows } =
    await sql`delete from passkeys where member_id = ${memberId} and credential_id = ${id}`.execute(tx);
  if (numAffectedRows === 1n) await tellOfChange(app, tx, memberId, 'passkey_removed', by);
}
