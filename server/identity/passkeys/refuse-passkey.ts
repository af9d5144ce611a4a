import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';

/**
 * Error handler for the WebAuthn library. It logs the error, because the member cannot tell an unsupported
 * key type from a misread finger. The logger removes addresses and numbers, and the error does not contain
 * the browser's response.
 */
export const refusePasskey =
  (log: App['log'], ceremony: 'registration' | 'confirmation' | 'login') =>
  (error: unknown): never => {
    log.warn({ err: error, ceremony }, 'could not verify a passkey');
    throw refuse('passkey_failed');
  };
