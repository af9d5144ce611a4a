import type { CallReply } from '#contract/calls.ts';
import { locales } from '#contract/lists/locales.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import { DEFAULT_SITE } from '#contract/site-settings/sites.ts';
import type { App } from '../platform/app.ts';
import { refuseFields } from '../platform/http/refusal.ts';
import { originOf, settingsOf, sitesOf } from '../site-settings/index.ts';

/**
 * GET /api/admin/text-sites: the sites that operators can write texts for. `*` comes first with the languages
 * of all sites, since its texts apply to every site without its own; so it is for operators of all sites.
 */
export async function textSites(
  app: Pick<App, 'db' | 'parts' | 'config'>,
  own: Sites,
): Promise<CallReply<'adminTextSites'>> {
  const hosts = [...(await sitesOf(app)).keys()]
    .filter((host) => isTextSite(own, host))
    .sort((a, b) => Number(b === '*') - Number(a === '*') || (a < b ? -1 : 1));
  const sites = await Promise.all(
    hosts.map(async (host) => {
      const { name, domain_language, languages } = await settingsOf(app, host);
      return { host, name, origin: await originOf(app, host), language: domain_language, languages };
    }),
  );
  const spoken = new Set(sites.flatMap(({ languages }) => languages));
  return {
    sites: sites.map((site) =>
      site.host === '*' ? { ...site, languages: locales.filter((locale) => spoken.has(locale)) } : site,
    ),
  };
}

/** Returns whether operators of these sites may read and write the texts of a site. */
export const isTextSite = (own: Sites, host: string): boolean =>
  own === null || (host !== DEFAULT_SITE && own.includes(host));

/** Throws `invalid_fields` if no site has this host. */
export async function assertSite(app: Pick<App, 'db' | 'parts'>, host: string): Promise<void> {
  if (!(await sitesOf(app)).has(host)) throw refuseFields({ host: 'invalid' });
}
