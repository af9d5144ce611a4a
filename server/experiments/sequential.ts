/** Sums over the people who saw a version: of what each of them did or paid, and of the squares of that. */
export interface Sample {
  units: number;
  sum: number;
  sumOfSquares: number;
}

export interface Interval {
  estimate: number;
  low: number;
  high: number;
}

/** The sequences hold with this probability at all looks together. */
export const ALPHA = 0.05;
/** The sequence is narrowest at about this many people. It holds at every number. */
const NARROWEST_AT = 10_000;
/** Below these the normal approximation does not hold, so there is no interval yet. */
const LEAST_UNITS = 200;
const LEAST_REACHED = 20;

/** Radius in standard deviations after `n` people (Waudby-Smith et al. 2024, theorem 2.2). */
function radius(n: number, alpha: number): number {
  const rho2 = (-2 * Math.log(alpha) + Math.log(1 - 2 * Math.log(alpha))) / NARROWEST_AT;
  const spread = n * rho2 + 1;
  return Math.sqrt(((2 * spread) / (n * n * rho2)) * Math.log(Math.sqrt(spread) / alpha));
}

const meanOf = ({ units, sum }: Sample) => sum / units;
const varianceOf = (sample: Sample) => Math.max(0, sample.sumOfSquares / sample.units - meanOf(sample) ** 2);

/**
 * The difference of two means as an asymptotic confidence sequence: it covers the true difference at all looks
 * together, so an operator may look as often as they like. The `comparisons` of an experiment share `ALPHA`. Null if too few
 * people took part.
 */
export function differenceOf(
  control: Sample & { reached: number },
  other: Sample & { reached: number },
  comparisons: number,
): Interval | null {
  if (Math.min(control.units, other.units) < LEAST_UNITS || control.reached + other.reached < LEAST_REACHED)
    return null;
  const n = control.units + other.units;
  const variance = n * (varianceOf(control) / control.units + varianceOf(other) / other.units);
  const estimate = meanOf(other) - meanOf(control);
  const half = Math.sqrt(variance) * radius(n, ALPHA / comparisons);
  return { estimate, low: estimate - half, high: estimate + half };
}

/**
 * The chance of a split of people at least this far from the weights (chi-square, one to three degrees of freedom). Null
 * without anybody.
 */
export function sampleRatio(counts: readonly number[], weights: readonly number[]): number | null {
  const total = sumOf(counts);
  if (total === 0) return null;
  const weight = sumOf(weights);
  const statistic = sumOf(
    counts.map((units, index) => {
      const expected = (total * (weights[index] ?? 0)) / weight;
      return (units - expected) ** 2 / expected;
    }),
  );
  const half = statistic / 2;
  if (counts.length === 2) return complementaryError(Math.sqrt(half));
  if (counts.length === 3) return Math.exp(-half);
  return complementaryError(Math.sqrt(half)) + Math.sqrt((4 * half) / Math.PI) * Math.exp(-half);
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** `erfc` of a number from 0, to seven digits (Abramowitz and Stegun 7.1.26 has too few for small chances). */
function complementaryError(x: number): number {
  const t = 1 / (1 + x / 2);
  const terms = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
    -0.82215223, 0.17087277,
  ];
  const exponent = terms.reduceRight((value, term) => value * t + term, 0);
  return t * Math.exp(-x * x + exponent);
}
