import { itemAt, must } from '#contract/must.ts';

export type Chance = {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  int(min: number, max: number): number;
  holds(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Picks by weight. Weights need not sum to one. */
  weighted<T>(list: readonly (readonly [T, number])[]): T;
  /** `count` distinct entries, in random order. */
  sample<T>(list: readonly T[], count: number): T[];
};

/**
 * Mulberry32 seeded with a hash of the name: small, fast and good enough for demo data (never for secrets).
 */
export function chanceOf(name: string): Chance {
  let state = 2166136261;
  for (const char of name)
    state = Math.imul(state ^ must(char.codePointAt(0), 'code point of the character'), 16777619);

  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    holds: (share) => next() < share,
    pick: (list) => itemAt(list, int(0, list.length - 1)),
    weighted: (list) => {
      let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of list) {
        left -= weight;
        if (left < 0) return value;
      }
      return itemAt(list, list.length - 1)[0];
    },
    sample: <T>(list: readonly T[], count: number) => {
      const rest = [...list];
      const taken: T[] = [];
      while (taken.length < count && rest.length > 0)
        taken.push(itemAt(rest.splice(int(0, rest.length - 1), 1), 0));
      return taken;
    },
  };
}
