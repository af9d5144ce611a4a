import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { companyOf, settingsOf, siteOf } from './site.ts';
import { presentSettings } from './present.ts';
import { trafficSourceOf } from './traffic-source.ts';

/** settings.php and companyinfo.php (docs/product.md 7). */
export const siteSettingsHandlers = (app: App) =>
  handlers({
    async settings({ query }, call) {
      // A member's rules are those of the site they belong to, whatever host is asked about.
      const host = call.member ? call.host : query?.host?.replace(/:\d+$/, '') || call.host;
      const site = await siteOf(app, host);
      return presentSettings(await settingsOf(app, host), {
        host: site.host === '*' ? call.host : site.host,
        companyId: site.company.id,
        geoipCountry: app.geoip.countryOf(call.ip),
        pushPublicKey: app.config.vapid.publicKey,
        production: app.config.production,
        trafficSource: trafficSourceOf(call, query) !== null,
      });
    },

    async companyInfo(_input, call) {
      const { id: _id, ...company } = await companyOf(app, call.host);
      call.reply.header('cache-control', 'public, max-age=300');
      return company;
    },
  });
