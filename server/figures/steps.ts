// How long an answer took is kept as a step of five per cent, so that days can be added up and still have a median.

/** Steps in which seconds grow by the factor e. */
export const STEPS = 20;

/** The seconds that stand for a step: the middle of it. */
export const secondsOf = (step: number): number => Math.round(Math.exp((step + 0.5) / STEPS));

/** The median of what was counted by steps, in seconds; null where there is nothing. Exact to five per cent. */
export function medianOf(counts: readonly { step: number; answers: number }[]): number | null {
  const all = counts.reduce((sum, { answers }) => sum + answers, 0);
  let seen = 0;
  for (const { step, answers } of [...counts].sort((a, b) => a.step - b.step)) {
    seen += answers;
    if (seen * 2 >= all) return secondsOf(step);
  }
  return null;
}
