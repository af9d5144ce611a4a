import type { CallReply } from '#contract/calls.ts';
import { checkPassword, PASSWORD_LENGTH } from '#contract/rules/account-rules.ts';
import { refuseFields } from '../platform/http/refusal.ts';
import { estimateStrength } from './password-strength-thread.ts';

/** A `strength` of 0 or 1 is rejected; 2 is fair, 3 good, 4 strong. */
export type Judgement = CallReply<'passwordCheck'>;

/**
 * Estimates how easily a password is guessed from offline lists of leaked passwords, of words and names in
 * the site's languages, of keyboard rows, repetitions and dates, and from `own`: data that others know about
 * the member (name, address, town, the site's name). Nothing is sent to third parties. `isForm` is false for
 * a password that is still being typed: then it throws `unavailable` while too many estimates wait.
 */
export async function judgePassword(
  password: string,
  own: readonly (string | null | undefined)[],
  { isForm = true }: { isForm?: boolean } = {},
): Promise<Judgement> {
  const short = checkPassword(password);
  if (short) return { strength: 0, code: short };
  return estimateStrength(
    { password, own: own.filter((value) => value !== null && value !== undefined) },
    { isForm },
  );
}

/** Throws `invalid_fields`, with the reason, if a new password is too short or too easily guessed. */
export async function refuseWeakPassword(
  password: string,
  own: readonly (string | null | undefined)[],
): Promise<void> {
  const { code } = await judgePassword(password, own);
  if (code) throw refuseFields({ password: code }, { limit: PASSWORD_LENGTH.least });
}
