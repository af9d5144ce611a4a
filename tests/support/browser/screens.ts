import { standardPages } from '#contract/lists/standard-pages.ts';
import { isSettingsScreen, sectionPath, settingsGroups } from '#contract/membership/settings-sections.ts';
import { profilePath, profileSections } from '#web/profile/profile-sections.ts';
import type { RouteEntry } from '#web/router/define-routes.ts';
import { routes } from '#web/routes.ts';

// The screens of the site, derived from its routes, each with a path for a user who may see it.

/** Routes without a screen, and landing pages, which have their own test. */
const NO_SCREENS = /^(?:\*|:token|pages\/:token|landers\/|members\/:id\/(?:landing|signup)|.*\/login$)/;
const FOR_VISITORS =
  /^(?:|login|signup|reset-password.*|activate\/.*|mail-change\/do|account-deleted|complaints|support|support\/link|safety|shared-date|check-in|appeal|lang-config|match-finder|pricing|withdraw|partners\/:token)$/;

/** Values of path parameters. All others are 2, a demo member. */
const EXAMPLES: Record<string, string> = { ':type': 'received', ':token': 'none', ':paymentmethod': 'ideal' };
const settingsSections = settingsGroups.flat().filter((page) => !isSettingsScreen(page));

/** Queries that show a route with more content, or in other variants. */
const MORE: Record<string, string[]> = {
  'reset-password/do': ['reset-password/do?token=none'],
  'mail-change/do': ['mail-change/do?token=none'],
  'likes/:type': ['likes/received', 'likes/sent', 'likes/matches'],
  'transactions/:id': ['transactions', 'transactions?show=statement'],
  'notifications/:section': [
    'notifications',
    ...settingsSections.map((section) => sectionPath(section).slice(1)),
  ],
  'profile/:section': profileSections.map((section) => profilePath(section).slice(1)),
  'admin/support/:id': ['admin/support', 'admin/support/2'],
  directdebit: ['directdebit?package=2'],
};

const pathOf = (route: string) =>
  route
    .replace(/\?$/, '')
    .split('/')
    .map((part) => (part.startsWith(':') ? (EXAMPLES[part] ?? '2') : part))
    .join('/');

function* patternsIn(entries: readonly RouteEntry[]): Generator<string> {
  for (const { path, index, children } of entries) {
    if (index) yield '';
    else if (path !== undefined && !children) yield path;
    if (children) yield* patternsIn(children);
  }
}

const patterns = [...new Set(patternsIn([...routes.site, ...routes.office]))].filter(
  (pattern) => pattern === '' || !NO_SCREENS.test(pattern),
);
const screensOf = (mine: (pattern: string) => boolean) =>
  patterns
    .filter(mine)
    .flatMap((pattern) => (MORE[pattern.replace(/\?$/, '')] ?? [pathOf(pattern)]).map((path) => `/${path}`));

/**
 * The screens of operators, of visitors, and of members (all others). New routes are included automatically.
 */
export const operatorScreens = screensOf((pattern) => pattern.startsWith('admin'));
export const visitorScreens = [
  ...screensOf((pattern) => FOR_VISITORS.test(pattern)),
  '/members',
  ...standardPages.map((token) => `/pages/${token}`),
  '/offline',
  '/no-such-page',
];
export const memberScreens = [
  ...screensOf((pattern) => !pattern.startsWith('admin') && !FOR_VISITORS.test(pattern)),
  '/activate/done',
  '/complaints',
  '/support',
];
