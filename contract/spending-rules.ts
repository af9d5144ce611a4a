/** Rules of the member's own brakes on spending, which the browser and the server share. Pure. */

/** How long a pause of spending may be, in days. */
export const pauseDays = [1, 7, 30] as const;
export type PauseDays = (typeof pauseDays)[number];

/** A pause that the member wants to end early goes on for this long: what was decided calmly outlives one impulse. */
export const EARLY_END_HOURS = 24;

const HOUR_MS = 3_600_000;

/** When spending is possible again after a pause of `days` from `now`: a running pause is made longer, never shorter. */
export const pausedUntil = (running: Date | null, days: PauseDays, now: Date): Date =>
  new Date(Math.max(running?.getTime() ?? 0, now.getTime() + days * 24 * HOUR_MS));

/** When a running pause ends after its early end is asked for at `now`; asking again changes nothing. */
export const pauseEndsEarly = (running: Date, now: Date): Date => new Date(Math.min(running.getTime(), now.getTime() + EARLY_END_HOURS * HOUR_MS));
