import type { Company } from '#contract/payments.ts';
import type { App } from '../platform/app.ts';
import { defaultSettings, type SiteSettings } from './defaults.ts';
import type { SiteRow } from './queries.ts';
import { sitesOf } from './site-cache.ts';

type Parts = Pick<App, 'db' | 'events'>;

/**
 * The settings of a site by host name (without port); an unknown host, or none,
 * gets the default site's. Cached, so cheap enough for every call.
 */
export async function settingsOf(app: Parts, host?: string): Promise<SiteSettings> {
  return { ...defaultSettings, ...(await siteOf(app, host)).overrides } as SiteSettings;
}

/** The company behind a site, with its id. */
export const companyOf = async (app: Parts, host?: string): Promise<Company & { id: number }> => (await siteOf(app, host)).company;

/** The row of a site, or the default one's. */
export async function siteOf(app: Parts, host?: string): Promise<SiteRow> {
  const sites = await sitesOf(app);
  const site = (host && sites.get(host.toLowerCase().replace(/^www\./, ''))) || sites.get('*');
  if (!site) throw new Error('There is no default site: the migrations have not run.');
  return site;
}
