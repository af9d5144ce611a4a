import type { App } from '../platform/app.ts';
import { handlers, type CallContext } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { closeNetwork } from './close-network.ts';
import { networksOf } from './networks.ts';
import { partnerFigures } from './partner-figures.ts';
import { recordVisit, type Visit } from './record-visit.ts';
import { forgetTrafficSource, rememberTrafficSource, trafficSourceOf } from './traffic-source.ts';
import { writePartner } from './write-partner.ts';

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

    adminPartners: async () => ({ partners: await networksOf(app.db) }),
    writePartner: ({ body }, { audit }) => writePartner(app, body, audit),
    async closePartner({ body }, { audit }) {
      if (!(await closeNetwork(app.db, body.key, audit))) throw refuse('not_found');
      return { ok: true };
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
