import {
  comparedGuardrails,
  type ComparedGuardrail,
  type ExperimentMetric,
  type ExperimentResults,
  type ExperimentVariant,
  type Guardrails,
  type StopReason,
} from '#contract/experiments.ts';
import type { Counts, VariantCounts } from './counts.ts';
import { differenceOf, type Interval, sampleRatio } from './sequential.ts';

/** A split this unlikely is a fault in the experiment. Many looks make unlikely splits likelier, so it is small. */
const LEAST_RATIO_P = 0.0001;

interface Judged {
  variants: readonly ExperimentVariant[];
  metric: ExperimentMetric;
  guardrails: Guardrails;
}

const rate = ({ units }: VariantCounts, many: number) => ({
  units,
  sum: many,
  sumOfSquares: many,
  reached: many,
});

/** In percentage points, or in whole units of the currency for revenue. */
const scaled = (interval: Interval | null, factor: number): Interval | null =>
  interval && {
    estimate: interval.estimate * factor,
    low: interval.low * factor,
    high: interval.high * factor,
  };

export function resultsOf(
  { variants, metric }: Judged,
  counts: Counts,
): Omit<ExperimentResults, 'counted_at'> {
  const [control] = counts.variants;
  const factor = metric === 'revenue' ? 0.01 : 100;
  return {
    variants: counts.variants.map((one, index) => {
      const { sum, sumOfSquares: _squares, ...shown } = one;
      return {
        ...shown,
        value: one.units === 0 ? null : (sum / one.units) * factor,
        difference:
          control === undefined || index === 0
            ? null
            : scaled(differenceOf(control, one, counts.variants.length - 1), factor),
      };
    }),
    page_errors: counts.page_errors,
    sample_ratio_p: sampleRatio(
      counts.variants.map(({ units }) => units),
      variants.map(({ weight }) => weight),
    ),
  };
}

/**
 * Why the experiment must stop, or null. A guardrail stops it if a version is worse than the first one by more than
 * the limit, and the confidence sequence shows that this is no chance.
 */
export function stopReasonOf({ variants, guardrails }: Judged, counts: Counts): StopReason | null {
  const p = sampleRatio(
    counts.variants.map(({ units }) => units),
    variants.map(({ weight }) => weight),
  );
  if (p !== null && p < LEAST_RATIO_P) return 'sample_ratio';
  if (guardrails.page_errors !== null && counts.page_errors >= guardrails.page_errors) return 'page_errors';
  return comparedGuardrails.find((guardrail) => isBeyond(guardrail, guardrails[guardrail], counts)) ?? null;
}

function isBeyond(guardrail: ComparedGuardrail, limit: number | null, { variants }: Counts): boolean {
  const [control, ...others] = variants;
  if (limit === null || control === undefined) return false;
  return others.some((one) => {
    const difference = differenceOf(
      rate(control, control[guardrail]),
      rate(one, one[guardrail]),
      others.length,
    );
    return difference !== null && difference.low > 0 && difference.estimate * 100 > limit;
  });
}
