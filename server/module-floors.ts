/**
 * The modules of the server, as floors from the ground up. A module may import modules on lower floors only,
 * through their `index.ts`; modules on the same floor are independent. `modules.ts`, the layout check and
 * docs/architecture.md all read the order from this list.
 */
export const moduleFloors = [
  ['site-scope'],
  ['site-settings', 'audit', 'webhooks'],
  ['texts', 'visibility', 'acquaintances', 'traffic', 'figures', 'experiments'],
  ['profiles', 'static-pages'],
  ['activity'],
  ['identity', 'likes', 'search', 'landing-pages'],
  ['credits', 'photos', 'safety'],
  ['voice'],
  ['chat', 'video-calls', 'payments', 'importing', 'age-checks'],
  ['moderation', 'notifications'],
  ['membership', 'desk', 'support'],
  ['office'],
  ['operations'],
] as const;

export type ModuleName = (typeof moduleFloors)[number][number];
