import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { createLinkToken, dropLinkTokens, findLinkToken, useLinkToken } from '../link-tokens.ts';
import { endSessions } from '../sessions.ts';
import { dropRecoveryCodes, useRecoveryCode } from './recovery-codes.ts';
import type { ChangedBy } from './tell-change.ts';
import { isTotpCode } from './totp.ts';

/** How long somebody has for the second step. */
const TICKET_MINUTES = 10;
const TRIES = { points: 5, seconds: 900, blockSeconds: 900 };

/** Which second steps an account asks for after its password, or after a link that logs in. */
export async function secondStepsOf(db: Db, memberId: number): Promise<('totp' | 'passkey')[]> {
  const { rows } = await sql<{ totp: boolean; passkey: boolean }>`
    select exists (select from totp_secrets where member_id = ${memberId} and confirmed_at is not null) as totp,
      exists (select from passkeys where member_id = ${memberId}) as passkey`.execute(db);
  const { totp, passkey } = rows[0]!;
  return [...(totp ? ['totp' as const] : []), ...(passkey ? ['passkey' as const] : [])];
}

/**
 * Asks for the second step of an account that has one: refuses `second_step_required` with a ticket for `takeSecondStep`.
 * Call it when the first step was right, outside a transaction that the refusal would undo.
 */
export async function askSecondStep(app: Pick<App, 'db'>, memberId: number): Promise<void> {
  const steps = await secondStepsOf(app.db, memberId);
  if (steps.length === 0) return;
  const ticket = await createLinkToken(app.db, memberId, 'second_step', TICKET_MINUTES);
  throw refuse('second_step_required', { ticket, steps: steps.join(' ') });
}

/**
 * The member whose second step this was: a code of the app, or a recovery code. A wrong one leaves the ticket; five in a quarter of
 * an hour block the account's second step. Refuses `link_expired`, `code_invalid`, `too_many_requests`.
 */
export async function takeSecondStep(app: Pick<App, 'config' | 'db' | 'limits' | 'mailer'>, ticket: string, code: string, by: ChangedBy): Promise<number> {
  const memberId = await findLinkToken(app.db, ticket, 'second_step');
  if (memberId === null) throw refuse('link_expired');
  const tries = app.limits.limit('second-step', TRIES);
  const wait = await tries.take(String(memberId));
  if (wait !== null) throw refuse('too_many_requests', undefined, wait);
  if (!(await isTotpCode(app, memberId, code)) && !(await useRecoveryCode(app, memberId, code, by))) throw refuse('code_invalid');
  await tries.reset(String(memberId));
  if (!(await useLinkToken(app.db, ticket, 'second_step'))) throw refuse('link_expired');
  return memberId;
}

/** Forgets every second step of an operator who lost theirs, and ends the sessions: the next log-in sets up a new one. Call `memberChanged` after the commit. */
export async function dropFactors(tx: Tx, memberId: number): Promise<void> {
  await dropFactorsSince(tx, memberId, new Date(0));
  await dropLinkTokens(tx, memberId, 'second_step');
  await endSessions(tx, memberId);
}

/** Forgets what was added since `since`: passkeys, the app, and with them the recovery codes. */
export async function dropFactorsSince(tx: Tx, memberId: number, since: Date): Promise<void> {
  await sql`delete from passkeys where member_id = ${memberId} and created_at >= ${since}`.execute(tx);
  await sql`delete from totp_secrets where member_id = ${memberId} and coalesce(confirmed_at, app_now()) >= ${since}`.execute(tx);
  if ((await secondStepsOf(tx, memberId)).length === 0) await dropRecoveryCodes(tx, memberId);
}
