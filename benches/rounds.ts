import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { between, usageOf, type Spent } from './machine.ts';

export interface Side {
  name: string;
  run(seconds: number): Promise<{
    done: number;
    seconds: number;
    p50Ms?: number;
    p99Ms?: number;
    p50s?: Record<string, number>;
    note?: string;
  }>;
}

export interface Round {
  name: string;
  perSecond: number;
  /** Microseconds of processor time per operation, by process group. */
  cpuPerOperation: Record<string, number>;
  p50Ms: number;
  p99Ms: number;
  /** The median of each operation in milliseconds, for a side with several operations in one round. */
  p50s: Record<string, number>;
  others: number;
  kept: boolean;
  note: string;
}

/**
 * A round does not count if other programs used more than this share of the machine. The limit was fixed in
 * advance.
 */
export const MOST_OTHERS = 0.12;

/**
 * Runs two sides alternately until `rounds` pairs were undisturbed or three times as many were tried. A
 * disturbed round discards its pair.
 */
export async function alternate(
  a: Side,
  b: Side,
  roots: () => Record<string, number | null>,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Round[]> {
  const all: Round[] = [];
  for (let tried = 0, kept = 0; kept < rounds && tried < rounds * 3; tried++) {
    const pair = [await measure(a, roots, seconds), await measure(b, roots, seconds)];
    const fine = pair.every((one) => one.others <= MOST_OTHERS);
    if (fine) kept++;
    for (const one of pair) {
      one.kept = fine;
      all.push(one);
      console.log(
        `  ${one.name.padEnd(28)} ${one.perSecond.toFixed(0).padStart(7)}/s  others ${(one.others * 100).toFixed(0)}%${fine ? '' : '  (disturbed)'}  ${one.note}`,
      );
    }
  }
  return all;
}

async function measure(
  side: Side,
  roots: () => Record<string, number | null>,
  seconds: number,
): Promise<Round> {
  const before = usageOf({ ...roots(), bench: process.pid });
  const result = await side.run(seconds);
  await wait(100);
  const spent: Spent = between(before, usageOf({ ...roots(), bench: process.pid }), availableParallelism());
  const cpuPerOperation = Object.fromEntries(
    Object.entries(spent.groups).map(([name, used]) => [name, used / Math.max(1, result.done)]),
  );
  const { p50Ms = Number.NaN, p99Ms = Number.NaN, p50s = {}, note = '' } = result;
  return {
    name: side.name,
    perSecond: result.done / result.seconds,
    cpuPerOperation,
    p50Ms,
    p99Ms,
    p50s,
    others: spent.others,
    kept: true,
    note,
  };
}
