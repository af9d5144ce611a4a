import { isLocale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { handlers, type CallContext } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { forgetTrafficSource, rememberTrafficSource, settingsOf, siteOf, trafficSourceOf } from '../site-settings/index.ts';
import { landing } from './landing.ts';
import { assertSite } from '../texts/index.ts';
import { recordVisit } from './record-visit.ts';
import { townsMap } from './towns-map.ts';
import { dropSlug, slugsToEdit, writeSlug } from './write-slug.ts';

/**
 * Of one address. A mobile operator puts hundreds of phones behind one, and an advertisement brings them all in the same evening: what
 * is more than five pages a second is a machine.
 */
const PAGES = { points: 3000, seconds: 600 };
/** Beacons: a visitor who opens a page and leaves it sends two. */
const VISITS = { points: 600, seconds: 600 };

type Visitor = CallContext<unknown>;

/** landing.php, towns.php, tracking.php and the page-hidden beacon. None keeps who it was. */
export const landingPagesHandlers = (app: App) => {
  const visits = app.limits.limit('page visits', VISITS);
  const pages = app.limits.limit('landing pages', PAGES);

  async function record(call: Visitor, visit: { lander?: string; slug?: string; network?: string; seconds?: number }) {
    // A beacon has nobody to be refused: what is too much is not counted.
    if ((await visits.take(call.ip)) !== null) return;
    const { host, settings } = await siteOf(app, call.host);
    const { lander, slug, network, seconds } = visit;
    await recordVisit(app.db, { host, niche: settings.niche, timeZone: settings.time_zone, lander, slug, network, seconds });
  }

  return handlers({
    async landing({ query }, call) {
      const wait = await pages.take(call.ip);
      if (wait !== null) throw refuse('too_many_requests', undefined, wait);
      const settings = await settingsOf(app, call.host);
      const language = isLocale(query.language) ? query.language : settings.domain_language;
      const mayLook = settings.logged_out_search || (settings.logged_out_search_trafficsource && trafficSourceOf(call) !== null);
      return landing(app, { lander: query.lander, slug: query.slug, profile: query.profile, language, host: call.host, mayLook });
    },

    async towns({ query }, call) {
      call.reply.header('cache-control', query?.country ? 'public, max-age=86400' : 'no-store');
      return townsMap(query?.country ?? app.geoip.servedCountryOf(call.ip));
    },

    async tracking({ body }, call) {
      const { lander, slug, remember, ...source } = body;
      if (remember === false) forgetTrafficSource(call);
      else if (remember || (await mayRememberUnasked(call))) rememberTrafficSource(call, { ...trafficSourceOf(call), ...source });
      if (lander !== undefined) await record(call, { lander, slug, network: source.network });
      return null;
    },

    async adminSlugs({ query }) {
      await assertSite(app, query.host);
      return slugsToEdit(app.db, query);
    },
    async adminWriteSlug({ body: { seen, ...change } }, { member }) {
      await assertSite(app, change.host);
      return { seen: await writeSlug(app.db, change, { operator: member.memberId, seen }) };
    },
    async adminDropSlug({ body: { seen, ...place } }, { member }) {
      await assertSite(app, place.host);
      return { seen: (await dropSlug(app.db, place, { operator: member.memberId, seen })).seen };
    },

    async pageHidden({ body }, call) {
      if (body.lander !== undefined) await record(call, { ...body, seconds: body.seconds ?? 0 });
      return null;
    },
  });

  async function mayRememberUnasked(call: Visitor): Promise<boolean> {
    const country = app.geoip.countryOf(call.ip);
    return country !== null && ((await settingsOf(app, call.host)).traffic_cookie_countries as string[]).includes(country);
  }
};
