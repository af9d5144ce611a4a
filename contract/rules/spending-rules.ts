/** Rules of the member's own brakes on spending, which the browser and the server share. Pure. */

/** How long a pause of spending may be, in days. */
export const pauseDays = [1, 7, 30] as const;
export type PauseDays = (typeof pauseDays)[number];

/** The highest spending cap that can be kept: what the database's column holds. */
export const MOST_SPENDING_CAP = 2_147_483_647;

/** A pause that the member wants to end early goes on for this long: what was decided calmly outlives one impulse. */
export const EARLY_END_HOURS = 24;

const HOUR_MS = 3_600_000;

/** When spending is possible again after a pause of `days` from `now`: a running pause is made longer, never shorter. */
export const pausedUntil = (running: Date | null, days: PauseDays, now: Date): Date =>
  new Date(Math.max(running?.getTime() ?? 0, now.getTime() + days * 24 * HOUR_MS));

/** When a running pause ends after its early end is asked for at `now`; asking again changes nothing. */
export const pauseEndsEarly = (running: Date, now: Date): Date => new Date(Math.min(running.getTime(), now.getTime() + EARLY_END_HOURS * HOUR_MS));

/** One paid act: when, in milliseconds, and for how many credits. */
export type Spend = [at: number, credits: number];

/** Below this many credits an hour nobody is told anything. */
const STREAK_LEAST = 30;
/** So many times the member's own habit is unusual. */
const STREAK_TIMES = 3;
/** What is looked at as the habit. */
export const HABIT_DAYS = 30;

/**
 * The credits of the last hour when they are far beyond the member's own habit, else null. The habit is what an hour in
 * which anything was spent has cost on average in the last thirty days.
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
  const habit = hours.size === 0 ? 0 : [...hours.values()].reduce((sum, credits) => sum + credits, 0) / hours.size;
  return lately >= Math.max(STREAK_LEAST, STREAK_TIMES * habit) ? lately : null;
}
