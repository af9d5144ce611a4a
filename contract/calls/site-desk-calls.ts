import { Type, type Static } from 'typebox';
import type { Call } from '../call.ts';
import { countryCodes } from '../lists/countries.ts';
import { locales } from '../lists/locales.ts';
import { company } from '../payments.ts';
import { sitePicture } from '../setting-table.ts';
import { accents } from '../site-settings.ts';
import { count, day, id, instant, list, nullable, object, ok, oneOf, optional, text } from '../schema.ts';

/** The default site, which answers for every host that no other site has. */
export const DEFAULT_SITE = '*';

const host = text(253, 1);
const key = text(60, 1);

const site = object({
  host,
  /** Other names, which lead here. */
  aliases: list(Type.String()),
  /** Where its pages stand. */
  origin: Type.String(),
  company: id,
  name: Type.String(),
  logo: nullable(Type.String()),
  accent: oneOf(accents),
  niche: count,
  languages: list(oneOf(locales)),
  countries: list(oneOf(countryCodes)),
  /** How many settings differ from their default. */
  changed: count,
});
export type DeskSite = Static<typeof site>;

const deskCompany = object({ id, ...company.properties, creditor_id: nullable(Type.String()), added: day });
export type DeskCompany = Static<typeof deskCompany>;

export const siteSettingsView = object({
  site: host,
  settings: list(object({ key: Type.String(), value: Type.Unknown(), own: Type.Boolean() })),
  /** What the server finds out for itself. */
  computed: list(object({ key: Type.String(), value: nullable(Type.String()) })),
});
export type SiteSettingsView = Static<typeof siteSettingsView>;

const settingChange = object({
  id,
  key: Type.String(),
  /** Null: the default. */
  old_value: Type.Unknown(),
  new_value: Type.Unknown(),
  operator: object({ id, name: nullable(Type.String()) }),
  at: instant,
  /** It took back another change. */
  undoes: nullable(id),
  /** The setting is still what this change made of it, so that it can be taken back. */
  stands: Type.Boolean(),
});
export type SettingChange = Static<typeof settingChange>;

const owners = { access: 'operator', roles: [] } as const;
/** Owners change every setting; finance those about money, and reads the others. */
const withFinance = { access: 'operator', roles: ['finance'] } as const;

/** Sites, companies and settings, as operators see and change them. */
export const siteDeskCalls = {
  adminSites: {
    method: 'GET',
    path: '/api/admin/sites.php',
    ...withFinance,
    summary: 'The sites by host, and the companies behind them',
    audit: { act: 'site.list' },
    status: 200,
    reply: object({ sites: list(site), companies: list(deskCompany) }),
  },
  saveSite: {
    method: 'POST',
    path: '/api/admin/sites.php',
    ...owners,
    summary: 'Make a site by its host, or change its company and its other names',
    audit: { act: 'site.change', object: 'body.host' },
    body: object({ host, company: id, aliases: list(host, { maxItems: 20 }) }),
    status: 200,
    reply: ok,
  },
  saveCompany: {
    method: 'POST',
    path: '/api/admin/companies.php',
    ...owners,
    summary: 'Change a company, or make one by its name',
    audit: { act: 'company.change', object: 'reply.id' },
    body: object({
      id: optional(id),
      name: text(120),
      address: text(160),
      city: text(80),
      country: text(2),
      kvk: nullable(text(40)),
      tradenames: list(text(120), { maxItems: 20 }),
      vat_numbers: list(text(20), { maxItems: 30 }),
      support_phone: nullable(text(30)),
      delete_discount: nullable(count),
      /** SEPA creditor identifier. */
      creditor_id: optional(nullable(text(50))),
    }),
    status: 200,
    reply: object({ ok: Type.Literal(true), id }),
  },
  adminSettings: {
    method: 'GET',
    path: '/api/admin/settings.php',
    ...withFinance,
    summary: 'Every setting of a site, with what it is now',
    audit: { act: 'setting.list', object: 'query.site' },
    query: Type.Object({ site: optional(host) }),
    status: 200,
    reply: siteSettingsView,
  },
  changeSettings: {
    method: 'PUT',
    path: '/api/admin/settings.php',
    ...withFinance,
    summary: 'Change settings of a site; null brings the default back. All or none: faults are answered by setting',
    audit: { act: 'setting.change', object: 'body.site' },
    body: object({ site: host, changes: list(object({ key, value: Type.Unknown() }), { maxItems: 100 }) }),
    status: 200,
    reply: siteSettingsView,
  },
  settingHistory: {
    method: 'GET',
    path: '/api/admin/setting-history.php',
    ...withFinance,
    summary: 'Who changed which setting of a site, the newest first',
    audit: { act: 'setting.history', object: 'query.site' },
    query: Type.Object({ site: optional(host), key: optional(key), cursor: optional(text(200)) }),
    status: 200,
    reply: object({ changes: list(settingChange), next: nullable(Type.String()) }),
  },
  undoSetting: {
    method: 'POST',
    path: '/api/admin/setting-history.php',
    ...withFinance,
    summary: 'Take back a change of a setting that still stands',
    audit: { act: 'setting.undo', object: 'body.change' },
    body: object({ change: id }),
    status: 200,
    /** False: it had been taken back before, and nothing was done now. */
    reply: object({ undone: Type.Boolean() }),
  },
  uploadSitePicture: {
    method: 'POST',
    path: '/api/admin/site-picture.php',
    ...owners,
    summary: "A site's logo or app icon as a file: PNG, JPEG, WebP or AVIF",
    accepts: 'multipart',
    limits: [{ name: 'site_picture', points: 60, seconds: 3600, by: 'member' }],
    audit: { act: 'setting.change', object: 'body.site' },
    body: object({ site: host, setting: oneOf(['logo', 'app_icon']) }),
    status: 200,
    reply: object({ picture: sitePicture }),
  },
} as const satisfies Record<string, Call>;
