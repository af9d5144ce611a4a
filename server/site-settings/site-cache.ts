import type { App } from '../platform/app.ts';
import { remember } from '../platform/remembered.ts';
import { allSites, type SiteRow } from './queries.ts';

/** Told to all processes when an operator changes a site. */
export const SITES_CHANGED = 'sites_changed';

const MAX_AGE_MS = 30_000;

type Sites = Map<string, SiteRow>;

declare module '../platform/app.ts' {
  interface Parts {
    /** The sites by host, read at most every half minute in a process, and at once after `SITES_CHANGED`. */
    sites(): Promise<Sites>;
  }
}

export function rememberSites({ db, events }: Pick<App, 'db' | 'events'>): () => Promise<Sites> {
  const sites = remember(() => allSites(db), MAX_AGE_MS);
  events.onPublish(SITES_CHANGED, sites.forget);
  return sites.get;
}

/** The sites, by host. */
export const sitesOf = ({ parts }: Pick<App, 'parts'>): Promise<Sites> => parts.sites();
