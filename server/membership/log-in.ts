import { addressKey, type AddressKey } from '#contract/rules/account-rules.ts';
import { dateIn } from '#contract/rules/date-rules.ts';
import {
  type Account,
  accountsOf,
  arePasswords,
  askSecondStep,
  loginGuesses,
  refuseStaff,
  renewHash,
} from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { poolOf, settingsOf } from '../site-settings/index.ts';
import { sendReactivation } from './deletion/reactivate.ts';
import { RESET_JOB, type ResetJob } from './reset-job.ts';

/** `deviceFor` returns the browser's id if the member has used the browser before. */
export interface LoginAttempt {
  email: string;
  password: string;
  host: string;
  deviceFor(memberId: number | undefined): string | null;
}

/**
 * POST /api/user.php: verifies a login and returns the member's id. 5 wrong passwords lock an address for 15
 * minutes, except in browsers that its owner has used before. An address may have two accounts, the confirmed
 * one and the newest signup that nobody has confirmed. Each has its own count and known browsers, so that
 * neither unlocks or locks the other. Responses and timing are the same for the address of a member, of a
 * signup, or of nobody.
 *
 * Throws `second_step_required` if the password is right but a second factor is needed; `login_failed`, or
 * `login_blocked` with `minutes`, for a wrong password; and `pending_deletion` (which resends the restore
 * link), `suspended` with `until`, or `banned` for a closed account.
 */
export async function logIn(app: App, attempt: LoginAttempt): Promise<number> {
  const key = addressKey(await poolOf(app, attempt.host), attempt.email);
  const [guesses, { owner, signup }] = await Promise.all([
    loginGuesses(app, attempt.host),
    accountsOf(app.db, key),
  ]);
  const ofOwner = guesser(attempt, owner, key);
  const ofSignup = guesser(attempt, signup, `signup ${key}`);
  // Counted before checking the password, so that concurrent guesses cannot exceed the limit.
  const locked = await guesses.take(ofOwner);
  const signupLocked = await guesses.take(ofSignup);
  if (locked !== null && signupLocked !== null) throw wrong(locked);

  const [ownerRight, signupRight] = await arePasswords(
    app.db,
    [owner?.password_hash, signup?.password_hash],
    attempt.password,
  );
  if (owner && ownerRight && locked === null) {
    await guesses.reset(ofOwner);
    // The right password of one account does not count as a guess at the other.
    await guesses.giveBack(ofSignup);
    return admit(app, owner, attempt.password);
  }
  if (signup && signupRight && signupLocked === null) {
    await guesses.reset(ofSignup);
    if (locked === null) await guesses.giveBack(ofOwner);
    return admit(app, signup, attempt.password);
  }
  // A member imported without a password gets a reset link; the response does not reveal that.
  if (owner?.password_hash === null && locked === null) await resetByLogin(app, key);
  throw wrong(locked);
}

/**
 * The key under which an attempt is counted: that of a browser that the account knows, or else `otherwise`.
 */
function guesser(attempt: LoginAttempt, account: Account | null, otherwise: string): string {
  const device = attempt.deviceFor(account?.id);
  return device && account ? `device ${device} ${account.id}` : otherwise;
}

const wrong = (locked: number | null) =>
  locked === null
    ? refuse('login_failed')
    : refuse('login_blocked', { minutes: Math.ceil(locked / 60) }, locked);

async function admit(app: App, account: Account, password: string): Promise<number> {
  await refuseClosed(app, account);
  await refuseStaff(app, account.id);
  await renewHash(app.db, account.id, account.password_hash, password);
  await askSecondStep(app, account.id);
  return account.id;
}

/**
 * Mails a reset link. Its limit is separate from requested resets: a shared limit would reveal to a stranger
 * that a login caused a mail.
 */
async function resetByLogin(app: App, key: AddressKey): Promise<void> {
  if ((await app.limits.limit('reset-by-login', { points: 1, seconds: 86_400 }).take(key)) !== null) return;
  await app.jobs.add(app.db, RESET_JOB, { key } satisfies ResetJob);
}

/**
 * Throws `pending_deletion` (and resends the restore link), `suspended` or `banned` for a closed account.
 * `until` of `suspended` is a date in the time zone of the account's site.
 */
export async function refuseClosed(app: App, account: Account): Promise<void> {
  if (account.status === 'pending_deletion') {
    await sendReactivation(app, account);
    throw refuse('pending_deletion');
  }
  if (account.suspended_until) {
    const { time_zone } = await settingsOf(app, account.host ?? undefined);
    throw refuse('suspended', { until: dateIn(account.suspended_until, time_zone) });
  }
  if (account.status === 'banned' || account.status === 'deleted') throw refuse('banned');
}
