import type { App } from '../platform/app.ts';
import { allSites, type SiteRow } from './queries.ts';

/** Told to all processes when an operator changes a site. */
export const SITES_CHANGED = 'sites_changed';

const MAX_AGE_MS = 30_000;

interface Cached {
  at: number;
  sites: Promise<Map<string, SiteRow>>;
}

const caches = new WeakMap<App['events'], Cached>();

/** The sites, read at most every half minute in a process, and at once after `SITES_CHANGED`. */
export function sitesOf(app: Pick<App, 'db' | 'events'>): Promise<Map<string, SiteRow>> {
  const known = caches.get(app.events);
  if (known && Date.now() - known.at < MAX_AGE_MS) return known.sites;
  if (!known) app.events.onPublish(SITES_CHANGED, () => caches.set(app.events, { at: 0, sites: Promise.resolve(new Map()) }));
  const sites = allSites(app.db);
  const entry = { at: Date.now(), sites };
  caches.set(app.events, entry);
  // A failed read must not be remembered for half a minute.
  sites.catch(() => {
    entry.at = 0;
  });
  return sites;
}
