import { itemAt } from '#contract/must.ts';

export const waitSeconds = (ladder: readonly number[], tries: number): number =>
  itemAt(ladder, Math.min(Math.max(tries, 0), ladder.length - 1));

/** Retry intervals in seconds for external services that may be unavailable for seconds or for days. */
export const outsideLadder = [60, 300, 900, 3600, 6 * 3600] as const;
