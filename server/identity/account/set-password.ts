import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { dropLinkTokens } from '../link-tokens/drop-link-tokens.ts';
import { recordSecurity } from '../operators/record-security.ts';
import { endSessions } from '../sessions/end-sessions.ts';

/**
 * Sets a new password; null sets one that nobody knows. It ends all other access: mailed links stop working,
 * every session except the one with the hash `except` ends, and so do the push subscriptions of those
 * browsers.
 */
export async function setPassword(
  app: Pick<App, 'events'>,
  tx: Tx,
  memberId: number,
  passwordHash: string | null,
  except?: Buffer,
): Promise<void> {
  await tx.updateTable('members').set({ password_hash: passwordHash }).where('id', '=', memberId).execute();
  await recordSecurity(tx, memberId, 'password');
  await dropLinkTokens(tx, memberId);
  await endSessions(app, tx, memberId, except);
}
