/** The member's settings, in the order and the groups of their list. Each is a short page of its own. */
export const settingsGroups = [
  ['preferences', 'rhythm', 'access', 'security'],
  [
    'who_can_see_me',
    'visibility',
    'contact',
    'acquaintances',
    'photo_access',
    'trips',
    'privacy',
    'dismissed',
    'blocked',
  ],
  ['spending', 'pause'],
  ['data', 'tokens', 'delete'],
] as const;

export type SettingsPage = (typeof settingsGroups)[number][number];

/** The pages that are screens of their own. The others are sections of `/notifications`. */
const screens = {
  who_can_see_me: '/who-can-see-me',
  contact: '/who-may-write',
  acquaintances: '/acquaintances',
  photo_access: '/photo-access',
} as const satisfies Partial<Record<SettingsPage, string>>;

export type SettingsScreen = keyof typeof screens;
export type SettingsSection = Exclude<SettingsPage, SettingsScreen>;

export const SETTINGS_PATH = '/notifications';

/** Checks an address that is written out, so that pages with a tight script budget need not import `sectionPath`. */
export type SectionPath = `${typeof SETTINGS_PATH}/${SettingsSection}`;

export const sectionPath = (section: SettingsSection): SectionPath => `${SETTINGS_PATH}/${section}`;

export const isSettingsScreen = (page: SettingsPage): page is SettingsScreen => page in screens;

export const settingsPath = (page: SettingsPage): string =>
  isSettingsScreen(page) ? screens[page] : sectionPath(page);
