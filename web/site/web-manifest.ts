import { localePath } from '#contract/lists/locales.ts';
import { translations } from '#web/i18n/resources.server.ts';
import { settingsIn } from '#web/session/screen-data.ts';
import { fileOf, type SiteFile } from './site-file.ts';

const SHORTCUTS = { messages: '/chats', search_members: '/members', likes: '/likes' };

export const webManifest: SiteFile = ({ queries, locale }) => {
  const { name, description, theme } = settingsIn(queries);
  const { nav } = translations(locale, 'common') as { nav: Record<string, string> };
  const icon = (size: number | 'maskable') => `/icons/${size}.png`;
  const home = localePath(locale, '/');
  const manifest = {
    id: '/',
    name,
    short_name: name,
    ...(description && { description }),
    lang: locale,
    start_url: home,
    scope: '/',
    display: 'standalone',
    background_color: theme.day,
    theme_color: theme.day,
    categories: ['social', 'dating'],
    icons: [
      { src: icon(192), sizes: '192x192', type: 'image/png' },
      { src: icon(512), sizes: '512x512', type: 'image/png' },
      { src: icon('maskable'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: Object.entries(SHORTCUTS).map(([key, path]) => ({
      name: nav[key],
      url: localePath(locale, path),
      icons: [{ src: icon(192), sizes: '192x192', type: 'image/png' }],
    })),
    share_target: {
      action: localePath(locale, '/share'),
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'photo', accept: ['image/*'] }] },
    },
  };
  return fileOf('application/manifest+json', JSON.stringify(manifest));
};
