import type { LoaderFunctionArgs } from 'react-router';
import { landers } from '#contract/rules/landing-rules.ts';
import { localePath } from '#contract/lists/locales.ts';
import type { Settings } from '#contract/site-settings.ts';
import { scopeContext } from '#web/session/screen-data.ts';
import { publicPaths } from './public-paths.ts';

/** Designs of landing pages that speak of a member, and are nobody's to find. */
const aboutMembers: readonly string[] = ['landing', 'signup', 'landing2', 'landing3'];
const paths = [...publicPaths, ...landers.filter((lander) => !aboutMembers.includes(lander)).map((lander) => `/landers/${lander}`)];

/** The public pages of the site in every language it is offered in, each with its counterparts. No member's page is in it. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { languages } = context.get(scopeContext).queries.getQueryData(['settings']) as Settings;
  const { origin } = new URL(request.url);
  const entries = paths.flatMap((path) => {
    const others = languages.map((locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${origin}${localePath(locale, path)}"/>`).join('');
    return languages.map((locale) => `<url><loc>${origin}${localePath(locale, path)}</loc>${others}</url>`);
  });
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`;
  return new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' } });
}
