import { itemAt } from '#contract/must.ts';

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? itemAt(sorted, middle)
    : (itemAt(sorted, middle - 1) + itemAt(sorted, middle)) / 2;
}

/** The nearest-rank percentile: `percentile(values, 0.75)`. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return itemAt(sorted, Math.max(0, Math.ceil(sorted.length * share) - 1));
}

export const round = (value: number, digits = 2) => value.toFixed(digits);
