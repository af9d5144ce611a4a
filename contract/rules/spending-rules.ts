export const pauseDays = [1, 7, 30] as const;
export type PauseDays = (typeof pauseDays)[number];

/** Upper limit of a spending cap: the largest value of the database column. */
export const MOST_SPENDING_CAP = 2_147_483_647;

export const EARLY_END_HOURS = 24;

const HOUR_MS = 3_600_000;

/** End of a pause of `days` starting at `now`. A running pause can be extended but not shortened. */
export const pausedUntil = (running: Date | null, days: PauseDays, now: Date): Date =>
  new Date(Math.max(running?.getTime() ?? 0, now.getTime() + days * 24 * HOUR_MS));

/** End of a running pause if its early end is requested at `now`. A repeated request changes nothing. */
export const pauseEndsEarly = (running: Date, now: Date): Date =>
  new Date(Math.min(running.getTime(), now.getTime() + EARLY_END_HOURS * HOUR_MS));

/** A paid action. Times are in milliseconds. */
export type Spend = [at: number, credits: number];

/** Lower spending per hour is never reported. */
const STREAK_LEAST = 30;
/** Spending is unusual from this multiple of the member's usual spending. */
const STREAK_TIMES = 3;
export const HABIT_DAYS = 30;

/**
 * Credits spent in the last hour if that is far above the member's usual spending, or else null. Usual
 * spending is the average of the hours with any spending in the last thirty days.
 */
export function unusualStreak(spends: readonly Spend[], now: number): number | null {
  const hours = new Map<number, number>();
  let lately = 0;
  for (const [at, credits] of spends) {
    if (at > now - HOUR_MS) lately += credits;
    else if (at > now - HABIT_DAYS * 24 * HOUR_MS) {
      const hour = Math.floor(at / HOUR_MS);
      hours.set(hour, (hours.get(hour) ?? 0) + credits);
    }
  }
  const habit =
    hours.size === 0 ? 0 : [...hours.values()].reduce((sum, credits) => sum + credits, 0) / hours.size;
  return lately >= Math.max(STREAK_LEAST, STREAK_TIMES * habit) ? lately : null;
}
