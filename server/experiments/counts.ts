import type { ComparedGuardrail } from '#contract/experiments.ts';

export type VariantCounts = {
  units: number;
  /** People who did what the metric counts. */
  reached: number;
  /** Sums of the metric over all units: 1 for everybody who reached it, or what they paid in cents. */
  sum: number;
  sumOfSquares: number;
} & Record<ComparedGuardrail, number>;

export interface Counts {
  variants: VariantCounts[];
  page_errors: number;
}
