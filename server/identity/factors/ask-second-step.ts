import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { createLinkToken } from '../link-tokens/create-link-token.ts';
import { secondStepsOf } from './second-steps-of.ts';

const TICKET_MINUTES = 10;

/**
 * If the account has a second factor, throws `second_step_required` with a ticket for `takeSecondStep`. Call
 * it after the first factor was verified, and outside a transaction, because the error would roll it back.
 */
export async function askSecondStep(app: Pick<App, 'db'>, memberId: number): Promise<void> {
  const steps = await secondStepsOf(app.db, memberId);
  if (steps.length === 0) return;
  const ticket = await createLinkToken(app.db, memberId, 'second_step', TICKET_MINUTES);
  throw refuse('second_step_required', { ticket, steps: steps.join(' ') });
}
