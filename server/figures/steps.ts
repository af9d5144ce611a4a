// Answer times are stored in logarithmic steps of five per cent, so that the counts of several days can be
// added up and still yield a median.

/** Number of steps in which the time grows by a factor of e. */
export const STEPS = 20;

export const secondsOf = (step: number): number => Math.round(Math.exp((step + 0.5) / STEPS));

/** The median in seconds of counts by step, accurate to five per cent, or null without data. */
export function medianOf(counts: readonly { step: number; answers: number }[]): number | null {
  const all = counts.reduce((sum, { answers }) => sum + answers, 0);
  let seen = 0;
  for (const { step, answers } of [...counts].sort((a, b) => a.step - b.step)) {
    seen += answers;
    if (seen * 2 >= all) return secondsOf(step);
  }
  return null;
}
