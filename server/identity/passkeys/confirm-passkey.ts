import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type ChangedBy, tellOfChange } from '../factors/tell-change.ts';
import { verifyPasskey } from './verify-passkey.ts';

/**
 * Activates a passkey after its first valid response, and notifies the member by mail. Throws
 * `passkey_failed` if the response is invalid.
 */
export async function confirmPasskey(
  app: Pick<App, 'config' | 'db' | 'log' | 'mailer'>,
  memberId: number,
  by: ChangedBy,
  response: AuthenticationResponseJSON,
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    await verifyPasskey(app, tx, by.host, response, memberId);
    await sql`update passkeys set confirmed_at = app_now() where credential_id = ${response.id}`.execute(tx);
    await tellOfChange(app, tx, memberId, 'passkey_added', by);
  });
}
