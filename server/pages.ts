import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { calls, type CallName, type CallReply } from '#contract/calls.ts';
import { wordsOfVersions } from './experiments/index.ts';
import type { App } from './platform/app.ts';
import type { Visitors } from './platform/fast/kept-pages.ts';
import { prepared } from './platform/fast/prepared.ts';
import { networkOf } from './platform/http/request-line.ts';
import { registerSsr } from './platform/ssr/answer-page.ts';
import { canonicalOrigin, settingsOf, SITES_CHANGED } from './site-settings/index.ts';
import { listedFor, viewerOf } from './visibility/index.ts';

const PAGES_CHANGED = 'pages_changed';

/**
 * Serves the web app's pages; registered after the API. `production` serves the build, otherwise Vite serves
 * the sources.
 */
export function registerPages(
  http: FastifyInstance,
  app: App,
  { production }: { production: boolean },
): Promise<void> {
  http.addHook('onResponse', async ({ method, url }) => {
    if (method !== 'GET' && url.startsWith('/api/admin/')) app.events.publish(PAGES_CHANGED, null);
  });
  return registerSsr(http, {
    production,
    languagesOf: async (host) => {
      const { domain_language, languages } = await settingsOf(app, host.replace(/:\d+$/, ''));
      return { own: domain_language, offered: languages };
    },
    canonicalOrigin: (host) => canonicalOrigin(app, host),
    publicUrl: app.config.publicUrl,
    visitors: visitorsOf(app),
    wordsOf: (versions, locale) => wordsOfVersions(app, versions, locale),
    fastPaths: app.config.fastPaths,
  });
}

/**
 * Calls whose replies are the same for all visitors of a country. A page that makes any other call is
 * rendered for each reader.
 */
const SAME_FOR_ALL = new Set<string>(
  (['settings', 'companyInfo', 'packages', 'staticPage', 'towns'] satisfies CallName[]).map(
    (name) => calls[name].path,
  ),
);

const peopleOf = ({ results = [], similar_results = [] }: Partial<CallReply<'members'>>): number[] =>
  [...results, ...similar_results].map(({ id }) => id);

/** The members among these whom visitors may see, with the versions of their profiles. */
const standing = prepared<{ ids: number[]; pool: number }, { who: string | null }, { resell: boolean }>(
  (value, { resell }) => sql`
    select string_agg(p.id || ':' || p.xmin, ' ' order by p.id) as who from profiles p
    where p.id = any(${value('ids')}::bigint[]) and ${listedFor({ id: null, pool: value('pool'), resell })}`,
);

const visitorsOf = (app: App): Visitors => ({
  audienceOf: (ip, cookies) =>
    `${app.geoip.countryOf(networkOf(ip))} ${cookies['traffic_source'] !== undefined}`,
  shownBy({ method, path, status, body }) {
    const [address = ''] = path.split('?', 1);
    // Closed search (403) is the same for everybody and cacheable; a rate limit or an error is not.
    if (method !== 'GET' || (status !== 200 && status !== 403)) return null;
    if (SAME_FOR_ALL.has(address)) return [];
    if (address === calls.members.path) return peopleOf(body as Partial<CallReply<'members'>>);
    if (address === calls.landing.path) {
      const { profile, tested = false } = body as CallReply<'landing'>;
      return profile === null && !tested ? [] : null;
    }
    return null;
  },
  async standingOf(host, ids) {
    const { pool, resell } = await viewerOf(app, null, host);
    const [row] = await standing(app.db, { ids, pool }, { resell });
    return row?.who ?? '';
  },
  whenChanged(forget) {
    app.events.onPublish(SITES_CHANGED, forget);
    app.events.onPublish(PAGES_CHANGED, forget);
  },
});
