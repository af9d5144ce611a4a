import { emailKey } from '#contract/rules/account-rules.ts';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { type Account, accountsOf, askSecondStep, isPassword, loginGuesses, renewHash } from '../identity/index.ts';
import { sendReactivation } from './reactivate.ts';
import { requestReset } from './reset-password.ts';

/** Who asks. `deviceFor` names the browser when it is known to the member. */
export interface LoginAttempt {
  email: string;
  password: string;
  host: string;
  deviceFor(memberId: number | undefined): string | null;
}

/**
 * The member who logs in (POST /api/user.php). Unknown addresses take the same time
 * and the same lock: 5 wrong passwords close an account for 15 minutes, unless the browser is known to its owner. Only the
 * owner's own password takes the count off: anybody may make an account for a taken address, with a password they know.
 *
 * Refuses `second_step_required` when the account asks for more, `login_failed`, `login_blocked {minutes}`, `pending_deletion` (and sends the way back again), `suspended {until}`, `banned`.
 */
export async function logIn(app: App, attempt: LoginAttempt): Promise<number> {
  const key = emailKey(attempt.email);
  const [guesses, { owner, shadow }] = await Promise.all([loginGuesses(app, attempt.host), accountsOf(app.db, key)]);
  const device = attempt.deviceFor(owner?.id);
  const guesser = device ? `device ${device} ${key}` : key;
  // Taken before the password is looked at, so that many guesses at once are not more than the limit.
  const locked = await guesses.take(guesser);
  if (locked !== null) throw refuse('login_blocked', { minutes: Math.ceil(locked / 60) }, locked);

  const [ownerRight, shadowRight] = await Promise.all([
    isPassword(owner?.password_hash, attempt.password),
    isPassword(shadow?.password_hash, attempt.password),
  ]);
  // Such an account has a count of its own, in which its owner's guesses do not come.
  if (shadow && !ownerRight && (await guesses.take(`shadow ${shadow.id}`)) !== null) throw refuse('login_failed');
  const account = ownerRight ? owner : shadowRight ? shadow : null;
  if (!account) {
    // A member imported without a password sets one by mail; the answer does not say so.
    if (owner?.password_hash === null) void requestReset(app, attempt.email, attempt.host).catch(() => {});
    throw refuse('login_failed');
  }
  if (ownerRight) await guesses.reset(guesser);
  else {
    await guesses.giveBack(guesser);
    await guesses.reset(`shadow ${account.id}`);
  }
  await refuseClosed(app, account);
  await renewHash(app.db, account.id, account.password_hash, attempt.password);
  await askSecondStep(app, account.id);
  return account.id;
}

/** Refuses `pending_deletion`, and sends the way back again; `banned`. */
export async function refuseClosed(app: App, account: Account): Promise<void> {
  if (account.status === 'pending_deletion') {
    await sendReactivation(app, account);
    throw refuse('pending_deletion');
  }
  if (account.suspended_until) throw refuse('suspended', { until: account.suspended_until.toISOString().slice(0, 10) });
  if (account.status === 'banned' || account.status === 'deleted') throw refuse('banned');
}
