import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { enforce } from '../../platform/limits.ts';
import { recordSecurity } from '../operators/record-security.ts';
import type { ChangedBy } from './tell-change.ts';
import { isTotpCode } from './totp.ts';
import { useRecoveryCode } from './use-recovery-code.ts';

const TRIES = { points: 5, seconds: 900, blockSeconds: 900 };

/**
 * Verifies a code of the app or a recovery code. Five wrong codes in a quarter of an hour block the account's
 * second factor, at logins and within a session. Throws `code_invalid` for a wrong code, and
 * `too_many_requests` while blocked.
 */
export async function takeCode(
  app: Pick<App, 'config' | 'db' | 'limits' | 'mailer'>,
  memberId: number,
  code: string,
  by: ChangedBy,
): Promise<void> {
  const tries = app.limits.limit('second-step', TRIES);
  await enforce(tries, String(memberId));
  if (!(await isTotpCode(app, memberId, code)) && !(await useRecoveryCode(app, memberId, code, by))) {
    await recordSecurity(app.db, memberId, 'wrong_code');
    throw refuse('code_invalid');
  }
  await tries.reset(String(memberId));
}
