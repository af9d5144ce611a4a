import type { AddressKey } from '#contract/rules/account-rules.ts';

/** The reset mail is written by a job, so that the response takes the same time for every address. */
export const RESET_JOB = 'account-reset-password';

export interface ResetJob {
  key: AddressKey;
}
