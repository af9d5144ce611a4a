import { itemAt, must } from '#contract/must.ts';
import { chanceOf } from '#seeds/chance.ts';
import { townsOf } from '#server/platform/gazetteer/index.ts';
import { alternate } from '../rounds.ts';
import { type KindsOfSearch, pathOf, type Search, searchesOf, searchOf } from '../searches.ts';
import type { Bench, Outcome } from '../workload.ts';

const SEARCHES = 16;

/** What each filter adds to a typical search. */
const filters: Record<string, (search: Search) => Record<string, string>> = {
  verified: () => ({ verified: 'true' }),
  'with photo': () => ({ with_photo: 'true' }),
  'new here': () => ({ new_here: 'true' }),
  'active this week': () => ({ active_this_week: 'true' }),
  online: () => ({ online: 'true' }),
  name: () => ({ name: 'Sofie' }),
  languages: () => ({ languages: 'en,nl' }),
  intention: () => ({ intention: 'long_term,dates' }),
  town: ({ country }) => ({ town: largestTown(country) }),
  '25 km': ({ country }) => ({ town: largestTown(country), radius: '25' }),
  '100 km': ({ country }) => ({ town: largestTown(country), radius: '100' }),
  'five at once': ({ country }) => ({
    town: largestTown(country),
    radius: '50',
    with_photo: 'true',
    verified: 'true',
    intention: 'long_term',
  }),
};

/** C26: first pages of typical searches with one filter each, compared with the same searches without it. */
export async function searchFilters({
  database,
  site,
  members,
  rounds,
  seconds,
  warmUp,
}: Bench): Promise<Outcome> {
  const cookie = itemAt(await site.sessions([Math.floor(members / 3)]), 0);
  const chance = chanceOf('bench filters');
  const searches = Array.from({ length: SEARCHES }, () => ({ ...searchOf(chance), region: null }));
  const plain = searchesOf(site, {
    name: 'plain searches',
    cookie,
    kinds: { plain: searches.map(pathOf) },
  });
  const kinds: KindsOfSearch = Object.fromEntries(
    Object.entries(filters).map(([kind, added]) => [
      kind,
      searches.map((one) => `${pathOf(one)}&${new URLSearchParams(added(one))}`),
    ]),
  );
  const filtered = searchesOf(site, { name: 'with one filter', cookie, kinds });
  const statements = await filtered.statements();
  for (const one of [plain, filtered])
    await one.ask({ seconds: 120, requests: Math.ceil(warmUp / Object.keys(kinds).length) });
  const all = await alternate(filtered, plain, () => ({ server: site.pid, postgres: database.postmaster }), {
    rounds,
    seconds: Math.max(seconds, Object.keys(kinds).length),
  });
  return {
    id: 'S5',
    title: 'Search: each filter beside the same search without it',
    goal: '<= 1.2',
    rounds: all,
    figures: Object.keys(filters).map((kind) => ({
      id: kind,
      goal: '<= 1.2',
      of: (ours, other) =>
        must(ours.p50s[kind], `median of "${kind}"`) / must(other.p50s['plain'], 'median of plain searches'),
    })),
    notes: [
      `${SEARCHES} searches by gender, country and age, by one premium member who asks one thing at a time; medians of the response.`,
      'The statements below are one request with each filter.',
    ],
    statements,
  };
}

const largestTown = (country: Search['country']): string => itemAt(townsOf(country), 0).city;
