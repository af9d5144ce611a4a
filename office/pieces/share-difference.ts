export interface Share {
  many: number;
  of: number;
}

export interface ShareDifference {
  /** Percentage points by which the first share is higher. */
  points: number;
  /** Limits between which the true difference is, in 95 of 100 comparisons like this one. */
  low: number;
  high: number;
}

/** Fewest people in each group before a difference says anything. */
export const FEWEST_COMPARED = 50;

/** The difference of two shares (Agresti and Caffo 2000, which holds for small groups); null for too few people. */
export function shareDifference(first: Share, second: Share): ShareDifference | null {
  if (first.of < FEWEST_COMPARED || second.of < FEWEST_COMPARED) return null;
  const [a, b] = [adjusted(first), adjusted(second)];
  const middle = a.share - b.share;
  const margin = 1.96 * Math.sqrt(a.variance + b.variance);
  return {
    points: 100 * (first.many / first.of - second.many / second.of),
    low: 100 * Math.max(-1, middle - margin),
    high: 100 * Math.min(1, middle + margin),
  };
}

function adjusted({ many, of }: Share): { share: number; variance: number } {
  const share = (many + 1) / (of + 2);
  return { share, variance: (share * (1 - share)) / (of + 2) };
}
