/** Maximum bytes that a screen may load before any interaction, over the wire (docs/product.md 15.1). */
export interface Budget {
  /** The path for a first visit. `{member}` is the first search result, `{conversation}` the newest conversation. */
  path: string;
  by: 'visitor' | 'member';
  script: number;
  style: number;
}

/** What a screen should load at most. A budget may be below its goal, so that what has been reached stays. */
export const goals = {
  visitor: { script: 5_000, style: 10_000 },
  member: { script: 120_000, style: 10_000 },
};

const visitors = { by: 'visitor', script: 2_500, style: 10_000 } as const;

/** Budgets by screen. Of the script of members' screens, React and the query cache are 69 kB. */
export const budgets: readonly Budget[] = [
  { path: '/', ...visitors },
  { path: '/landers/gallery', ...visitors },
  { path: '/login', ...visitors },
  { path: '/signup', ...visitors },
  { path: '/match-finder', ...visitors },
  { path: '/pricing', ...visitors },
  { path: '/pages/terms', ...visitors },
  { path: '/members', by: 'member', script: 111_300, style: 9_500 },
  { path: '/members/{member}', by: 'member', script: 111_300, style: 9_800 },
  { path: '/chats/{conversation}', by: 'member', script: 118_100, style: 10_000 },
];
