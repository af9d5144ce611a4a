import type { App } from '../platform/app.ts';
import { remember } from '../platform/remembered.ts';
import { allSites, type SiteRow } from './queries.ts';

export const SITES_CHANGED = 'sites_changed';

const MAX_AGE_MS = 30_000;

type Sites = Map<string, SiteRow>;

declare module '../platform/app.ts' {
  interface Parts {
    /** The sites by host. Cached for half a minute per process; `SITES_CHANGED` invalidates the cache. */
    sites(): Promise<Sites>;
  }
}

export function rememberSites({ db, events }: Pick<App, 'db' | 'events'>): () => Promise<Sites> {
  const sites = remember(() => allSites(db), MAX_AGE_MS);
  events.onPublish(SITES_CHANGED, sites.forget);
  return sites.get;
}

export const sitesOf = ({ parts }: Pick<App, 'parts'>): Promise<Sites> => parts.sites();
