import { interests, type Interest } from '#contract/enums.ts';

const order = new Map(interests.map((interest, index) => [interest, index]));

/** Interests once each, in the order of contract/enums.ts. */
export const tidyInterests = (chosen: readonly Interest[]): Interest[] => [...new Set(chosen)].sort((a, b) => order.get(a)! - order.get(b)!);
