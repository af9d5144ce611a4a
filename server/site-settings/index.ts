import type { Module } from '../platform/module.ts';
export { publishClaims, siteClaims } from './publish-claims.ts';
export { SITES_CHANGED, sitesOf } from './site-cache.ts';
import { rememberSites } from './site-cache.ts';
export { mailSiteOf } from './mail-site.ts';
import { siteDeskHandlers } from './desk-routes.ts';
import { siteSettingsHandlers } from './routes.ts';
import { registerAppIcons } from './app-icon-routes.ts';
import { registerSitePictures } from './picture-routes.ts';
import { tables } from './tables.ts';
export { settingByHost } from './setting-by-host.ts';
export { siteClocks, siteOfHost, type Days, type SiteClocks } from './site-clocks.ts';
export { storeSitePicture } from './store-site-picture.ts';
export { canonicalOrigin, companyOf, originOf, settingsOf, siteOf } from './site.ts';
export { forgetTrafficSource, rememberTrafficSource, trafficSourceOf, type TrafficSource } from './traffic-source.ts';

export const module: Module = {
  tables,
  create: (app) => ({ sites: rememberSites(app) }),
  handlers: (app) => ({ ...siteSettingsHandlers(app), ...siteDeskHandlers(app) }),
  routes(http, app) {
    registerSitePictures(http, app);
    registerAppIcons(http, app);
  },
};
