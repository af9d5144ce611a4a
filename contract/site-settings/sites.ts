import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { countryCodes } from '../lists/countries.ts';
import { locales } from '../lists/locales.ts';
import { count, day, id, instant, list, nullable, object, ok, oneOf, optional, text } from '../schema.ts';
import { settingsComparison } from './comparison.ts';
import { pictureSettings, sitePicture } from './setting-table.ts';
import { accents, company } from './settings.ts';

/** The default site, which serves every host that no other site claims. */
export const DEFAULT_SITE = '*';

const host = text(253, 1);

/** A site that something can be limited to. The name is null where none is set. */
export const siteChoice = object({ host, name: nullable(Type.String()) });

export type SiteChoice = Static<typeof siteChoice>;

const key = text(60, 1);

const textByCountry = Type.Record(Type.String({ maxLength: 2 }), text(300));

const site = object({
  host,
  /** Other hosts that redirect to this site. */
  aliases: list(Type.String()),
  origin: Type.String(),
  company: id,
  /** Sites of one pool share their members; sites of different pools share nothing. */
  pool: id,
  name: Type.String(),
  logo: nullable(Type.String()),
  accent: oneOf(accents),
  niche: count,
  languages: list(oneOf(locales)),
  countries: list(oneOf(countryCodes)),
  changed: count,
});

export type OfficeSite = Static<typeof site>;

const officeCompany = object({ id, ...company.properties, creditor_id: nullable(Type.String()), added: day });

export type OfficeCompany = Static<typeof officeCompany>;

export const siteSettingsView = object({
  site: host,
  settings: list(
    object({
      key: Type.String(),
      value: Type.Unknown(),
      own: Type.Boolean(),
      own_elsewhere: list(Type.String({ description: "Another of the operator's sites with an own value" })),
    }),
  ),
  computed: list(object({ key: Type.String(), value: nullable(Type.String()) })),
});

export type SiteSettingsView = Static<typeof siteSettingsView>;

const settingChange = object({
  id,
  key: Type.String(),
  /** Null means the default. */
  old_value: Type.Unknown(),
  new_value: Type.Unknown(),
  operator: object({ id, name: nullable(Type.String()) }),
  at: instant,
  undoes: nullable(id),
  stands: Type.Boolean(),
});

export type SettingChange = Static<typeof settingChange>;

const owners = { access: 'operator', roles: [] } as const;

/** Owners may change every setting. The finance role may change settings about money and read the others. */
const withFinance = { access: 'operator', roles: ['finance'] } as const;

export const siteOfficeCalls = {
  adminSites: {
    method: 'GET',
    path: '/api/admin/sites',
    scope: 'listed',
    ...withFinance,
    reads: true,
    summary: 'Sites, and the companies that run them',
    audit: { act: 'site.list' },
    status: 200,
    reply: object({
      sites: list(site),
      companies: list(officeCompany),
      pools: list(object({ id, name: Type.String() })),
    }),
  },
  saveSite: {
    method: 'POST',
    path: '/api/admin/sites',
    scope: 'installation',
    ...owners,
    summary: 'Add a site, or change its company, other hosts and pool',
    audit: { act: 'site.change', object: 'body.host' },
    body: object({
      host,
      company: id,
      aliases: list(host, { maxItems: 20 }),
      /** Null means a pool of its own. Without it the pool stays, and a new site joins the default site's. */
      pool: optional(nullable(id)),
    }),
    status: 200,
    reply: ok,
  },
  saveCompany: {
    method: 'POST',
    path: '/api/admin/companies',
    scope: 'installation',
    ...owners,
    summary: 'Change a company, or add one',
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
      creditor_id: optional(nullable(text(50))),
      legal_form: optional(nullable(text(80))),
      represented_by: optional(nullable(text(200))),
      register: optional(nullable(text(120))),
      dispute_bodies: optional(textByCountry),
      privacy_contacts: optional(textByCountry),
    }),
    status: 200,
    reply: object({ ok: Type.Literal(true), id }),
  },
  adminSettings: {
    method: 'GET',
    path: '/api/admin/settings',
    scope: [{ of: 'site', at: 'query.site', absent: '*' }],
    ...withFinance,
    reads: true,
    summary: 'Every setting of a site with its current value',
    audit: { act: 'setting.list', object: 'query.site' },
    query: Type.Object({ site: optional(host) }),
    status: 200,
    reply: siteSettingsView,
  },
  changeSettings: {
    method: 'PUT',
    path: '/api/admin/settings',
    scope: [{ of: 'named_site', at: 'body.site' }],
    ...withFinance,
    summary:
      'Change settings of a site; null restores the default. If one is invalid, none is saved, and the reply names the errors by setting',
    audit: { act: 'setting.change', object: 'body.site' },
    body: object({ site: host, changes: list(object({ key, value: Type.Unknown() }), { maxItems: 500 }) }),
    status: 200,
    reply: siteSettingsView,
  },
  compareSettings: {
    method: 'POST',
    path: '/api/admin/settings-comparison',
    scope: [{ of: 'named_site', at: 'body.site' }],
    ...withFinance,
    summary: 'How the own values of a site would change to those of a file; stores nothing',
    audit: { act: 'setting.compare', object: 'body.site' },
    body: object({ site: host, settings: Type.Record(key, Type.Unknown(), { maxProperties: 500 }) }),
    status: 200,
    reply: settingsComparison,
  },
  settingHistory: {
    method: 'GET',
    path: '/api/admin/setting-history',
    scope: [{ of: 'site', at: 'query.site', absent: '*' }],
    ...withFinance,
    reads: true,
    summary: 'History of a site’s settings, newest first',
    audit: { act: 'setting.history', object: 'query.site' },
    query: Type.Object({ site: optional(host), key: optional(key), cursor: optional(text(200)) }),
    status: 200,
    reply: object({ changes: list(settingChange), next: nullable(Type.String()) }),
  },
  undoSetting: {
    method: 'POST',
    path: '/api/admin/setting-history',
    scope: [{ of: 'setting_change', at: 'body.change' }],
    ...withFinance,
    summary: 'Revert a change of a setting, if it still has that value',
    audit: { act: 'setting.undo', object: 'body.change' },
    body: object({ change: id }),
    status: 200,
    /** False if the change had been reverted before. */
    reply: object({ undone: Type.Boolean() }),
  },
  uploadSitePicture: {
    method: 'POST',
    path: '/api/admin/site-picture',
    scope: [{ of: 'named_site', at: 'body.site' }],
    ...owners,
    summary: 'Upload a site’s logo or app icon: PNG, JPEG, WebP or AVIF',
    accepts: 'multipart',
    limits: [{ name: 'site_picture', points: 60, seconds: 3600, by: 'member' }],
    audit: { act: 'setting.change', object: 'body.site' },
    body: object({ site: host, setting: oneOf(pictureSettings) }),
    status: 200,
    reply: object({ picture: sitePicture }),
  },
} as const satisfies Record<string, Call>;
