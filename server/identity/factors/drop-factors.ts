import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { dropLinkTokens } from '../link-tokens/drop-link-tokens.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { memberChanged } from '../sessions/member-changed.ts';
import { dropRecoveryCodes } from './drop-recovery-codes.ts';

/**
 * Removes all second factors of an operator who lost theirs, and the link to the sign-in provider, and ends the sessions.
 * The next login sets up a new factor.
 */
export async function dropFactors(app: Pick<App, 'events'>, tx: Tx, memberId: number): Promise<void> {
  await sql`delete from passkeys where member_id = ${memberId}`.execute(tx);
  await sql`delete from totp_secrets where member_id = ${memberId}`.execute(tx);
  await sql`delete from operator_identities where member_id = ${memberId}`.execute(tx);
  await dropRecoveryCodes(tx, memberId);
  await dropLinkTokens(tx, memberId, 'second_step');
  // Another person with a one-time link could otherwise set up the next factor.
  await dropLinkTokens(tx, memberId, 'operator_login');
  await endSessions(app, tx, memberId);
  await memberChanged(app, tx, memberId);
}
