import { isWithinSites } from '#contract/rules/site-scope-rules.ts';
import { settingKeys } from '#contract/site-settings/setting-table.ts';
import { DEFAULT_SITE, type SiteSettingsView } from '#contract/site-settings/sites.ts';
import type { App } from '../platform/app.ts';
import { handlers, type MemberSession } from '../platform/http/context.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { changeSettings } from './changes/change-settings.ts';
import { compareSettings } from './changes/compare-settings.ts';
import { settingHistory } from './changes/setting-history.ts';
import { undoSetting } from './changes/undo-setting.ts';
import { allSites } from './queries.ts';
import { saveCompany } from './save-company.ts';
import { saveSite } from './save-site.ts';
import { originOf } from './site.ts';
import { seeSites } from './sites-seen.ts';
import { storeSitePicture } from './store-site-picture.ts';

export const siteOfficeHandlers = (app: App) =>
  handlers({
    adminSites: (_input, { member }) => seeSites(app, member.sites),
    saveSite: ({ body }, { audit }) => saveSite(app, audit, body),
    saveCompany: ({ body }, { audit }) => saveCompany(app, audit, body),
    adminSettings: ({ query }, call) => seeSettings(app, query?.site ?? DEFAULT_SITE, call),
    async changeSettings({ body }, call) {
      await changeSettings(app, call, body.site, body.changes);
      return seeSettings(app, body.site, call);
    },
    compareSettings: ({ body }, { member }) => compareSettings(app.db, member, body.site, body.settings),
    settingHistory: ({ query }) => settingHistory(app.db, { ...query, site: query?.site ?? DEFAULT_SITE }),
    undoSetting: async ({ body }, call) => ({ undone: await undoSetting(app, call, body.change) }),
    async uploadSitePicture({ body: { site, setting }, file }, call) {
      if (!file) throw refuseFields({ file: 'required' });
      const picture = await storeSitePicture(
        app.db,
        file.content,
        setting === 'logo' ? { width: 640, height: 128 } : { width: 1024, height: 1024 },
      );
      await changeSettings(app, call, site, [{ key: setting, value: picture }]);
      return { picture };
    },
  });

async function seeSettings(
  app: App,
  host: string,
  { ip, member }: { ip: string; member: Pick<MemberSession, 'sites'> },
): Promise<SiteSettingsView> {
  const sites = await allSites(app.db);
  const site = sites.get(host);
  if (!site) throw refuse('not_found');
  const others = [...sites.values()].filter(
    (other) => other.host !== host && isWithinSites(member.sites, [other.host]),
  );
  const geoip = app.geoip.countryOf(ip);
  return {
    site: host,
    settings: settingKeys.map((key) => ({
      key,
      value: site.settings[key],
      own: Object.hasOwn(site.overrides, key),
      own_elsewhere: others
        .filter(({ overrides }) => Object.hasOwn(overrides, key))
        .map((other) => other.host),
    })),
    computed: [
      { key: 'domain', value: new URL(await originOf(app, host)).hostname },
      { key: 'company_id', value: String(site.company.id) },
      { key: 'geoip_country', value: geoip },
      {
        key: 'geoip_selected_country',
        value: geoip && (site.settings.countries as string[]).includes(geoip) ? geoip : null,
      },
      { key: 'push_public_key', value: app.config.vapid.publicKey },
    ],
  };
}
