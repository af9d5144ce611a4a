import { openDesignPaths } from '#contract/lists/landing-designs.ts';
import { indexedLocales, localePath } from '#contract/lists/locales.ts';
import { settingsIn } from '#web/session/screen-data.ts';
import { publicPaths } from './public-paths.ts';
import { fileOf, type SiteFile } from './site-file.ts';

const paths = [...publicPaths, ...openDesignPaths];

/** The site's public pages in every indexed language, each with its alternates. Members' pages are absent. */
export const sitemap: SiteFile = ({ origin, queries }) => {
  const settings = settingsIn(queries);
  const languages = indexedLocales(settings.languages, settings.domain_language);
  const entries = paths.flatMap((path) => {
    const others = languages
      .map(
        (locale) =>
          `<xhtml:link rel="alternate" hreflang="${locale}" href="${origin}${localePath(locale, path)}"/>`,
      )
      .join('');
    return languages.map((locale) => `<url><loc>${origin}${localePath(locale, path)}</loc>${others}</url>`);
  });
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`;
  return fileOf('application/xml; charset=utf-8', body);
};
