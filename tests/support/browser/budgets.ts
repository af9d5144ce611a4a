/** Maximum bytes that a screen may load before any interaction, over the wire (docs/product.md 15.1). */
export interface Budget {
  /** The path for a first visit. `{conversation}` stands for a conversation of the member. */
  path: string;
  by: 'visitor' | 'member';
  script: number;
  style: number;
}

const visitors = { by: 'visitor', script: 25_000, style: 10_000 } as const;

/**
 * Budgets by screen. For members' screens the goal is 120 kB of script, of which React and the query cache are 71
 * (docs/decisions/0101-router-of-our-own.md).
 */
export const budgets: readonly Budget[] = [
  { path: '/', ...visitors, style: 10_100 },
  { path: '/landers/gallery', ...visitors },
  { path: '/login', ...visitors },
  // The styles of all signup steps load with the first.
  { path: '/signup', ...visitors, style: 12_500 },
  { path: '/match-finder', ...visitors },
  { path: '/pricing', ...visitors },
  { path: '/pages/terms', ...visitors },
  { path: '/members', by: 'member', script: 117_100, style: 10_000 },
  { path: '/chats/{conversation}', by: 'member', script: 132_400, style: 13_500 },
];
