import type { App } from '../platform/app.ts';
import { handlers, type CallContext } from '../platform/http/context.ts';
import { settingsOf } from '../site-settings/index.ts';
import { partnerFigures } from './partner-figures.ts';
import { recordVisit, type Visit } from './record-visit.ts';
import { forgetTrafficSource, rememberTrafficSource, trafficSourceOf } from './traffic-source.ts';

type Call = CallContext<unknown>;

export const trafficHandlers = (app: App) => {
  return handlers({
    async tracking({ body }, call) {
      const { lander, slug, remember, ...source } = body;
      if (remember === false) forgetTrafficSource(call);
      else if (remember || (await mayRememberUnasked(call)))
        rememberTrafficSource(call, { ...trafficSourceOf(call), ...source });
      await record(call, { lander, slug, network: source.network });
      return null;
    },

    async pageHidden({ body }, call) {
      await record(call, { ...body, seconds: body.seconds ?? 0 });
      return null;
    },

    async partner({ query }) {
      return partnerFigures(app.db, query.token);
    },
  });

  async function record(call: Call, visit: Visit): Promise<void> {
    if (visit.lander === undefined) return;
    if (!call.exceeded.has('page visits')) await recordVisit(app, call.host, visit);
  }

  async function mayRememberUnasked(call: Call): Promise<boolean> {
    const country = app.geoip.countryOf(call.ip);
    const { traffic_cookie_countries: countries } = await settingsOf(app, call.host);
    return countries.some((code) => code === country);
  }
};
