import type { Module } from '../platform/module.ts';
export { writeSettings, type SettingOperator } from './changes/write-settings.ts';
export { isOnlyOperator } from './changes/second-operator.ts';
export { closeChange, holdChange, lockChange, waitingChanges } from './changes/waiting-changes.ts';
export { beginWithLawfulGates } from './lawful-start/begin-with-lawful-gates.ts';
export { publishClaims } from './publish-claims.ts';
export { siteClaims } from './site-claims.ts';
export { SITES_CHANGED, sitesOf } from './site-cache.ts';
import { rememberSites } from './site-cache.ts';
export { mailSiteOf } from './mail-site.ts';
import { registerAppIcons } from './app-icon-http.ts';
import { siteSettingsHandlers } from './handlers.ts';
import { siteOfficeHandlers } from './office-handlers.ts';
import { registerSitePictures } from './picture-http.ts';
import { registerSecurityTxt } from './security-txt-http.ts';
import { tables } from './tables.ts';
export { longestVisibleDays } from './longest-visible-days.ts';
export { settingByHost } from './setting-by-host.ts';
export { siteClocks, siteOfHost, type Days, type SiteClocks } from './site-clocks.ts';
export { storeSitePicture } from './store-site-picture.ts';
export {
  canonicalOrigin,
  companyOf,
  hostOfSite,
  originOf,
  poolOf,
  settingsOf,
  siteOf,
  sitesSharedWith,
} from './site.ts';

export const module: Module = {
  tables,
  create: (app) => ({ sites: rememberSites(app) }),
  handlers: (app) => ({ ...siteSettingsHandlers(app), ...siteOfficeHandlers(app) }),
  routes(http, app) {
    registerSitePictures(http, app);
    registerAppIcons(http, app);
    registerSecurityTxt(http, app);
  },
};
