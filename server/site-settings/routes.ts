import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { companyOf, settingsOf, siteOf } from './site.ts';
import { presentSettings } from './present.ts';

/** settings.php and companyinfo.php (docs/product.md 7). */
export const siteSettingsHandlers = (app: App) =>
  handlers({
    async settings({ query }, call) {
      const host = query?.host?.replace(/:\d+$/, '') || call.host;
      const site = await siteOf(app, host);
      return presentSettings(await settingsOf(app, host), {
        host: site.host === '*' ? call.host : site.host,
        companyId: site.company.id,
        geoipCountry: app.geoip.countryOf(call.ip),
        pushPublicKey: app.config.vapid.publicKey,
        production: app.config.production,
      });
    },

    async companyInfo(_input, call) {
      const { id: _id, ...company } = await companyOf(app, call.host);
      call.reply.header('cache-control', 'public, max-age=300');
      return company;
    },
  });
