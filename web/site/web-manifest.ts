import { basenameOf } from '#web/i18n/locale-path.ts';
import { scopeContext } from '#web/session/screen-data.ts';
import type { Settings } from '#contract/site-settings.ts';
import type { LoaderFunctionArgs } from 'react-router';

/** What makes the site installable as an app (section 1), in the page's language. */
export function loader({ context }: LoaderFunctionArgs) {
  const { queries, locale } = context.get(scopeContext);
  const { name, description } = queries.getQueryData(['settings']) as Settings;
  const home = basenameOf(locale);
  return Response.json(
    {
      id: '/',
      name,
      short_name: name,
      description,
      lang: locale,
      start_url: home,
      scope: '/',
      display: 'standalone',
      background_color: '#fffaf6',
      theme_color: '#fffaf6',
      categories: ['social', 'dating'],
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    { headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' } },
  );
}
