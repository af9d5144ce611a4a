import type { App } from '../platform/app.ts';
import { handlers, type CallContext } from '../platform/http/context.ts';
import { presentSettings } from './present.ts';
import { companyOf, settingsOf, siteOf, sitesSharedWith } from './site.ts';

declare module '../platform/app.ts' {
  interface Parts {
    /**
     * Returns whether a visitor has a traffic source. `traffic` provides it, because it depends on this
     * module.
     */
    hasTrafficSource(call: Pick<CallContext<unknown>, 'cookie' | 'request'>, query?: object): boolean;
  }
}

export const siteSettingsHandlers = (app: App) =>
  handlers({
    async settings({ query }, call) {
      // Members always get the settings of their own site, even if they request another host.
      const host = call.member ? call.host : query?.host?.replace(/:\d+$/, '') || call.host;
      const site = await siteOf(app, host);
      return presentSettings(await settingsOf(app, host), {
        host: site.host === '*' ? call.host : site.host,
        sharedWith: await sitesSharedWith(app, host),
        companyId: site.company.id,
        geoipCountry: app.geoip.countryOf(call.ip),
        pushPublicKey: app.config.vapid.publicKey,
        production: app.config.production,
        hasTranslationService: app.config.translation !== null,
        hasTurnServer: app.config.turn !== null,
        trafficSource: app.parts.hasTrafficSource(call, query),
      });
    },

    async companyInfo(_input, call) {
      const { id: _id, ...company } = await companyOf(app, call.host);
      call.cacheControl('public, max-age=300');
      return company;
    },
  });
