import { GrowthBook } from '@growthbook/growthbook';
import type { StoredExperiment } from './stored-experiments.ts';

/**
 * The version of a unit, or null if the unit is not in the share that takes part. A hash decides, so that every process
 * gives the same answer. The library makes no request: it gets the experiment here, and no address of a service.
 */
export function assign(
  { id, variants, coverage_percent }: Pick<StoredExperiment, 'id' | 'variants' | 'coverage_percent'>,
  unit: string,
): number | null {
  const all = variants.reduce((sum, { weight }) => sum + weight, 0);
  const [first = 0, second = 1, ...rest] = variants.keys();
  const hasher = new GrowthBook({ attributes: { id: unit } });
  const { inExperiment, value } = hasher.run<number>({
    key: id,
    seed: id,
    hashVersion: 2,
    coverage: coverage_percent / 100,
    weights: variants.map(({ weight }) => weight / all),
    variations: [first, second, ...rest],
  });
  hasher.destroy();
  return inExperiment ? value : null;
}
