import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import type { Company } from '#contract/site-settings/settings.ts';
import type { App } from '../platform/app.ts';
import type { SiteRow } from './queries.ts';
import { sitesOf } from './site-cache.ts';

type Parts = Pick<App, 'parts'>;

/**
 * Settings of a site by host name (without port). Unknown or missing hosts get the default site's. They are
 * cached, so every call can read them.
 */
export const settingsOf = async (app: Parts, host?: string): Promise<SiteSettings> =>
  (await siteOf(app, host)).settings;

export const companyOf = async (app: Parts, host?: string): Promise<Company & { id: number }> =>
  (await siteOf(app, host)).company;

export async function siteOf(app: Parts, host?: string): Promise<SiteRow> {
  const sites = await sitesOf(app);
  const site = (host && siteNamed(sites, bareHost(host))) || sites.get('*');
  if (!site) throw new Error('There is no default site: run the migrations.');
  return site;
}

export const poolOf = async (app: Parts, host?: string | null): Promise<number> =>
  (await siteOf(app, host ?? undefined)).pool.id;

export async function sitesSharedWith(app: Parts, host?: string): Promise<string[]> {
  const here = await siteOf(app, host);
  return [...(await sitesOf(app)).values()]
    .filter((site) => site.host !== here.host && site.pool.id === here.pool.id)
    .map(({ settings, company }) => `${settings.name} (${company.name})`)
    .toSorted();
}

const siteNamed = (sites: Map<string, SiteRow>, name: string): SiteRow | undefined =>
  sites.get(name) ?? sites.values().find(({ aliases }) => aliases.includes(name));

const bareHost = (host: string) => host.toLowerCase().replace(/^www\./, '');

/**
 * Origin of a site's pages (scheme, host, port), for links in mails, payment returns and pushes. The origin
 * of the default site is PUBLIC_URL.
 */
export async function originOf(app: Parts & Pick<App, 'config'>, host?: string | null): Promise<string> {
  const { host: own } = await siteOf(app, host ?? undefined);
  return originOfHost(app.config.publicUrl, own);
}

/**
 * The name under which the site at `host` is stored: its own host, or that of PUBLIC_URL for the default
 * site. A request may name any host, so what it names must not be stored.
 */
export const hostOfSite = async (app: Parts & Pick<App, 'config'>, host?: string | null): Promise<string> =>
  new URL(await originOf(app, host)).hostname;

/** Origin of a site's host, with the scheme and port of PUBLIC_URL. `*` returns PUBLIC_URL itself. */
export function originOfHost(publicUrl: string, host: string): string {
  if (host === '*') return publicUrl;
  const url = new URL(publicUrl);
  url.hostname = host;
  return url.origin;
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/**
 * Returns the origin to redirect to for a page requested on `host`: `www.`, aliases and unknown hosts
 * redirect to the canonical host. Returns null if the host is right, or if no canonical host is known because
 * PUBLIC_URL is unset or a loopback address.
 */
export async function canonicalOrigin(
  app: Parts & Pick<App, 'config'>,
  host: string,
): Promise<string | null> {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  const own = new URL(app.config.publicUrl).hostname;
  const sites = await sitesOf(app);
  if (sites.has(name) || name === own || loopback.test(name)) return null;
  const bare = bareHost(name);
  const meant = siteNamed(sites, bare);
  if (meant) return originOfHost(app.config.publicUrl, meant.host);
  if (loopback.test(own) && bare !== own) return null;
  return app.config.publicUrl;
}
