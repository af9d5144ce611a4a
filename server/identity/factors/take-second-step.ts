import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { findLinkToken } from '../link-tokens/find-link-token.ts';
import { useLinkToken } from '../link-tokens/use-link-token.ts';
import { takeCode } from './take-code.ts';
import type { ChangedBy } from './tell-change.ts';

/**
 * Verifies a second factor (the app's code or a recovery code) and returns its member. The ticket stays valid
 * after a wrong code. Throws `link_expired` for an invalid ticket, and the errors of `takeCode`.
 */
export async function takeSecondStep(
  app: Pick<App, 'config' | 'db' | 'limits' | 'mailer'>,
  ticket: string,
  code: string,
  by: ChangedBy,
): Promise<number> {
  const memberId = await findLinkToken(app.db, ticket, 'second_step');
  if (memberId === null) throw refuse('link_expired');
  await takeCode(app, memberId, code, by);
  if (!(await useLinkToken(app.db, ticket, 'second_step'))) throw refuse('link_expired');
  return memberId;
}
