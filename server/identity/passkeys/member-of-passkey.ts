import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { verifyPasskey } from './verify-passkey.ts';

/**
 * The member whose passkey signed the challenge. A passkey counts as both factors, since it required a
 * fingerprint, a face or a PIN. Throws `passkey_failed` if the response is invalid.
 */
export const memberOfPasskey = (
  app: Pick<App, 'config' | 'db' | 'log'>,
  host: string,
  response: AuthenticationResponseJSON,
): Promise<number> => inTransaction(app.db, (tx) => verifyPasskey(app, tx, host, response, null));
