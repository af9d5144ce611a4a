import type { LoaderFunctionArgs } from 'react-router';
import { localePath, locales } from '#contract/locales.ts';
import { publicPaths } from './public-paths.ts';

/** The public pages in every language, each with its counterparts. No member's page is in it. */
export function loader({ request }: LoaderFunctionArgs) {
  const { origin } = new URL(request.url);
  const entries = publicPaths.flatMap((path) => {
    const others = locales.map((locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${origin}${localePath(locale, path)}"/>`).join('');
    return locales.map((locale) => `<url><loc>${origin}${localePath(locale, path)}</loc>${others}</url>`);
  });
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`;
  return new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' } });
}
