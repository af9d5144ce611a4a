/** Seconds to wait before the next try of something that goes on being tried: the ladder's step of this try, at the end its last one. */
export const waitSeconds = (ladder: readonly number[], tries: number): number => ladder[Math.min(Math.max(tries, 0), ladder.length - 1)]!;

/** A wait for something outside the house that may be away for seconds or for days: soon at first, then less and less often. */
export const outsideLadder = [60, 300, 900, 3600, 6 * 3600] as const;
