import type { Company } from '#contract/payments.ts';
import type { SiteSettings } from '#contract/setting-table.ts';
import type { App } from '../platform/app.ts';
import type { SiteRow } from './queries.ts';
import { sitesOf } from './site-cache.ts';

type Parts = Pick<App, 'parts'>;

/**
 * The settings of a site by host name (without port); an unknown host, or none,
 * gets the default site's. Cached, so cheap enough for every call.
 */
export const settingsOf = async (app: Parts, host?: string): Promise<SiteSettings> => (await siteOf(app, host)).settings;

/** The company behind a site, with its id. */
export const companyOf = async (app: Parts, host?: string): Promise<Company & { id: number }> => (await siteOf(app, host)).company;

/** The row of a site, or the default one's. */
export async function siteOf(app: Parts, host?: string): Promise<SiteRow> {
  const sites = await sitesOf(app);
  const site = (host && siteNamed(sites, bareHost(host))) || sites.get('*');
  if (!site) throw new Error('There is no default site: the migrations have not run.');
  return site;
}

/** The site of a host name, or the one that another name leads to. */
const siteNamed = (sites: Map<string, SiteRow>, name: string): SiteRow | undefined =>
  sites.get(name) ?? [...sites.values()].find(({ aliases }) => aliases.includes(name));

/** A host name as `sites` has it: lower case, without `www.`. */
const bareHost = (host: string) => host.toLowerCase().replace(/^www\./, '');

/** Scheme, host and port under which a site's pages stand: for links in mails, payment returns, pushes. The default site's is PUBLIC_URL. */
export async function originOf(app: Parts & Pick<App, 'config'>, host?: string | null): Promise<string> {
  const { host: own } = await siteOf(app, host ?? undefined);
  return originOfHost(app.config.publicUrl, own);
}

/** The origin of a site's host, with the scheme and port of PUBLIC_URL. `*` is PUBLIC_URL itself. */
export function originOfHost(publicUrl: string, host: string): string {
  if (host === '*') return publicUrl;
  const url = new URL(publicUrl);
  url.hostname = host;
  return url.origin;
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/**
 * Where a page asked for on `host` should stand instead: `www.`, other names of a site and hosts that no site has lead to the canonical one. Null
 * when it is right where it is, or where there is no canonical host (PUBLIC_URL is not set, or it is this very machine).
 */
export async function canonicalOrigin(app: Parts & Pick<App, 'config'>, host: string): Promise<string | null> {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  const own = new URL(app.config.publicUrl).hostname;
  const sites = await sitesOf(app);
  if (sites.has(name) || name === own || loopback.test(name)) return null;
  const bare = bareHost(name);
  const meant = siteNamed(sites, bare);
  if (meant) return originOfHost(app.config.publicUrl, meant.host);
  // An address of the machine itself, or a site that was started without its name: nothing better is known.
  if (loopback.test(own) && bare !== own) return null;
  return app.config.publicUrl;
}
