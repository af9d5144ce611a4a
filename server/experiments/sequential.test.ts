import { expect, test } from 'vitest';
import { differenceOf, sampleRatio } from './sequential.ts';

/** Numbers between 0 and 1 that repeat with the seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const none = () => ({ units: 0, sum: 0, sumOfSquares: 0, reached: 0 });

/** Runs an experiment with a look after every hundred people, and returns the people after whom it found a difference. */
function peopleUntilFound(draw: (version: number, next: () => number) => number, seed: number, most: number) {
  const next = random(seed);
  const versions = [none(), none()] as const;
  for (let people = 1; people <= most; people++) {
    const version = next() < 0.5 ? 0 : 1;
    const value = draw(version, next);
    const sample = versions[version];
    sample.units++;
    sample.sum += value;
    sample.sumOfSquares += value * value;
    if (value > 0) sample.reached++;
    if (people % 100 > 0) continue;
    const found = differenceOf(versions[0], versions[1], 1);
    if (found && (found.low > 0 || found.high < 0)) return people;
  }
  return null;
}

const RUNS = 400;
const share = (draw: Parameters<typeof peopleUntilFound>[0], most: number) =>
  Array.from({ length: RUNS }, (_, seed) => peopleUntilFound(draw, seed + 1, most)).filter(
    (people) => people !== null,
  ).length / RUNS;

const bernoulli = (rates: readonly [number, number]) => (version: number, next: () => number) =>
  next() < (rates[version] ?? 0) ? 1 : 0;

test.each([0.02, 0.1, 0.3])(
  'finds a difference between equal versions at any of many looks in at most 5%% of the experiments, at a rate of %d',
  (rate) => expect(share(bernoulli([rate, rate]), 20_000)).toBeLessThanOrEqual(0.05),
);

test('does so for payments too, of which few are large', () => {
  const pay = (_version: number, next: () => number) =>
    next() < 0.04 ? Math.round(500 / (next() + 0.02)) : 0;
  expect(share(pay, 20_000)).toBeLessThanOrEqual(0.05);
});

test('finds a true difference before the end in four of five experiments', () => {
  expect(share(bernoulli([0.1, 0.12]), 20_000)).toBeGreaterThan(0.8);
});

test('has no interval for fewer than 200 people a version, or 20 who reached the goal', () => {
  const few = { units: 199, sum: 90, sumOfSquares: 90, reached: 90 };
  const many = { units: 1000, sum: 90, sumOfSquares: 90, reached: 90 };
  const rare = { units: 1000, sum: 9, sumOfSquares: 9, reached: 9 };
  expect([differenceOf(few, many, 1), differenceOf(rare, rare, 1)]).toEqual([null, null]);
  expect(differenceOf(many, many, 1)).toMatchObject({ estimate: 0 });
});

test('widens the intervals of several versions, so that together they err as rarely as one', () => {
  const sample = { units: 1000, sum: 90, sumOfSquares: 90, reached: 90 };
  const [one, three] = [differenceOf(sample, sample, 1), differenceOf(sample, sample, 3)];
  expect(three?.high).toBeGreaterThan(one?.high ?? Infinity);
});

test('tells how unlikely a split is, as tables of the chi-square distribution do', () => {
  expect(sampleRatio([0, 0], [1, 1])).toBeNull();
  expect(sampleRatio([500, 500], [1, 1])).toBeCloseTo(1, 6);
  // The 5% and 0.1% points of one, two and three degrees of freedom.
  const off = (statistic: number) => Math.sqrt(statistic * 250_000);
  expect(sampleRatio([500_000 + off(3.841), 500_000 - off(3.841)], [1, 1])).toBeCloseTo(0.05, 4);
  expect(sampleRatio([500_000 + off(10.828), 500_000 - off(10.828)], [50, 50])).toBeCloseTo(0.001, 5);
  const third = 100_000;
  expect(sampleRatio([third + 547.2, third - 547.2, third], [1, 1, 1])).toBeCloseTo(0.05, 3);
  expect(sampleRatio([third + 625.05, third - 625.05, third, third], [1, 1, 1, 1])).toBeCloseTo(0.05, 3);
});
