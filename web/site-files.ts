import { localePath } from '#contract/lists/locales.ts';
import { offlinePage } from './installed-app/offline-page.tsx';
import { robots } from './site/robots.ts';
import type { SiteFile } from './site/site-file.ts';
import { sitemap } from './site/sitemap.ts';
import { webManifest } from './site/web-manifest.ts';

/**
 * The target of the system's share sheet for photos (site/web-manifest.ts), which the service worker intercepts.
 * Without one, the member has to choose the photos again.
 */
const share: SiteFile = ({ locale }) => ({
  status: 302,
  headers: { location: localePath(locale, '/profile') },
  body: '',
});

/** Paths that the server answers with a file instead of a screen. */
export const siteFiles: Record<string, SiteFile> = {
  '/manifest.webmanifest': webManifest,
  '/offline': offlinePage,
  '/share': share,
  '/robots.txt': robots,
  '/sitemap.xml': sitemap,
};
