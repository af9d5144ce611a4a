import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '#web/routes.ts';

// The screens of the site, from its own list of routes, each as somebody who may see it would ask for it.

/** Routes that are no screens, and landing pages, which have a test of their own. */
const NO_SCREENS = /^(?:manifest\.webmanifest|share|robots\.txt|sitemap\.xml|\*|:token|pages\/:token|landers\/|members\/:id\/(?:landing|signup)|.*\/login$)/;
const FOR_VISITORS =
  /^(?:|login|signup|reset-password.*|activate\/.*|mail-change\/do|account-deleted|complaints|appeal|lang-config|match-finder|pricing|withdraw|offline|partners\/:token)$/;

/** What a path's parameter is replaced by; anything else is 2, a demo member. */
const EXAMPLES: Record<string, string> = { ':type': 'received', ':token': 'none', ':paymentmethod': 'ideal' };
/** Routes that say more with a query, and those that have several faces. */
const MORE: Record<string, string[]> = {
  'reset-password/do': ['reset-password/do?token=none'],
  'mail-change/do': ['mail-change/do?token=none'],
  'likes/:type': ['likes/received', 'likes/sent', 'likes/matches'],
  'transactions/:id': ['transactions', 'transactions?show=statement'],
  directdebit: ['directdebit?package=2'],
};

const pathOf = (route: string) =>
  route
    .replace(/\?$/, '')
    .split('/')
    .map((part) => (part.startsWith(':') ? (EXAMPLES[part] ?? '2') : part))
    .join('/');

function* patternsIn(entries: readonly RouteConfigEntry[]): Generator<string> {
  for (const { path, index, children } of entries) {
    if (index) yield '';
    else if (path !== undefined && !children) yield path;
    if (children) yield* patternsIn(children);
  }
}

const patterns = [...new Set(patternsIn(routes as RouteConfigEntry[]))].filter((pattern) => pattern === '' || !NO_SCREENS.test(pattern));
const screensOf = (mine: (pattern: string) => boolean) =>
  patterns.filter(mine).flatMap((pattern) => (MORE[pattern.replace(/\?$/, '')] ?? [pathOf(pattern)]).map((path) => `/${path}`));

/** What an operator sees, what a visitor sees, and all else, which is for members. Screens that come later are here by themselves. */
export const operatorScreens = screensOf((pattern) => pattern.startsWith('admin'));
export const visitorScreens = [
  ...screensOf((pattern) => FOR_VISITORS.test(pattern)),
  '/members',
  '/pages/terms',
  '/pages/privacy',
  '/pages/cookies',
  '/pages/faq',
  '/pages/ban',
  '/pages/return-policy',
  '/pages/service',
  '/no-such-page',
];
export const memberScreens = [...screensOf((pattern) => !pattern.startsWith('admin') && !FOR_VISITORS.test(pattern)), '/activate/done', '/complaints'];
