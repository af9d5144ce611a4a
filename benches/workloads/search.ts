import { itemAt } from '#contract/must.ts';
import { chanceOf } from '#seeds/chance.ts';
import { drive, noted, requestOf } from '../http-load.ts';
import { limit, limitName } from '../limit.ts';
import { referenceOf } from '../reference.ts';
import { alternate } from '../rounds.ts';
import { pathOf, searchOf, type Search } from '../searches.ts';
import type { Recorded } from '../statements.ts';
import type { Bench, Outcome } from '../workload.ts';

const CONNECTIONS = 16;
const SEARCHES = 16;

/**
 * S1: GET members.php, first pages of typical searches (a gender, a country with the demo's weights, an age
 * range of ten to twenty years, sometimes a region), compared with the frozen reference run by the limit
 * loop.
 */
export async function search({ database, site, members, rounds, seconds, warmUp }: Bench): Promise<Outcome> {
  const chance = chanceOf('bench searches');
  const cookies = await site.sessions(
    Array.from({ length: CONNECTIONS }, (_, i) => 1 + i * Math.floor(members / CONNECTIONS)),
  );
  const wanted = Array.from({ length: SEARCHES }, () => searchOf(chance));
  const paths = wanted.map(pathOf);
  const requests = paths.flatMap((path) => cookies.map((cookie) => requestOf('GET', path, cookie)));
  const load = (limits: { seconds: number; requests?: number }) =>
    drive({
      port: site.port,
      connections: CONNECTIONS,
      status: 200,
      next: () => chance.pick(requests),
      ...limits,
    });

  const operations = wanted.map((one) => plainSearch(one));
  await load({ seconds: 60, requests: 200 }); // sessions and settings are cached now and need no statements
  const ours = await site.recording(() =>
    drive({
      port: site.port,
      connections: 1,
      status: 200,
      seconds: 5,
      requests: 1,
      next: () => requestOf('GET', itemAt(paths, 0), itemAt(cookies, 0)),
    }),
  );
  await load({ seconds: 120, requests: warmUp });
  await limit(database.url, operations, CONNECTIONS, 3);

  const all = await alternate(
    {
      name: 'GET members.php',
      async run(time) {
        const result = await load({ seconds: time });
        if (result.refused > 0) throw new Error(`${result.refused} searches were refused.`);
        return noted(result);
      },
    },
    { name: limitName(), run: (time) => limit(database.url, operations, CONNECTIONS, time) },
    () => ({ server: site.pid, postgres: database.postmaster }),
    { rounds, seconds },
  );
  return {
    id: 'S1',
    title: 'Search: first pages of GET members.php',
    goal: '>= 2.0, stretch 3.0',
    rounds: all,
    notes: [
      `The reference runs ${itemAt(operations, 0).length} statements a search, the site ${ours.length} (the number found is kept for a while); ${CONNECTIONS} connections, one request at a time each.`,
    ],
    statements: ours,
  };
}

const plainSearch = ({ gender, country, minAge, maxAge, region }: Search): Recorded[] =>
  referenceOf(region === null ? 'search' : 'search-region', {
    countries: [country],
    genders: [gender],
    min_age: minAge,
    older_than: maxAge + 1,
    before: Number.MAX_SAFE_INTEGER,
    me: 1,
    region,
  });
