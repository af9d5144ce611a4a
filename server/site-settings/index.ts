import type { Module } from '../platform/module.ts';
export { type Claim, type SiteSettings } from './defaults.ts';
export { SITES_CHANGED } from './site-cache.ts';
import { siteSettingsHandlers } from './routes.ts';
import { tables } from './tables.ts';
export { settingByHost } from './setting-by-host.ts';
export { canonicalOrigin, companyOf, originOf, settingsOf, siteOf } from './site.ts';
export { forgetTrafficSource, rememberTrafficSource, trafficSourceOf, type TrafficSource } from './traffic-source.ts';

export const module: Module = {
  tables,
  handlers: siteSettingsHandlers,
};
