/** A typed number as a whole one between 0 and `most`. */
export const wholeIn = (typed: string, most: number): number =>
  Math.min(most, Math.max(0, Math.trunc(Number(typed)) || 0));
