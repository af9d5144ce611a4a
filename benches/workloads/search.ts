import { countryCodes } from '#contract/countries.ts';
import { chanceOf } from '#seeds/chance.ts';
import { countryWeights } from '#seeds/population.ts';
import { townsOf } from '#server/platform/gazetteer/index.ts';
import { drive, requestOf } from '../http-load.ts';
import { limit, limitName } from '../limit.ts';
import { alternate } from '../rounds.ts';
import type { Recorded } from '../statements.ts';
import type { Bench, Outcome } from '../workload.ts';

const CONNECTIONS = 16;
const SEARCHES = 16;

/**
 * S1: GET members.php, first pages of typical searches by members (a gender, a country as in the demo's weights, ten to
 * twenty years of age, a region now and then), against the same statements run by the limit loop.
 */
export async function search({ database, site, members, rounds, seconds, warmUp }: Bench): Promise<Outcome> {
  const chance = chanceOf('bench searches');
  const cookies = await site.sessions(Array.from({ length: CONNECTIONS }, (_, i) => 1 + i * Math.floor(members / CONNECTIONS)));
  const paths = Array.from({ length: SEARCHES }, () => searchPath(chance));
  const requests = paths.flatMap((path) => cookies.map((cookie) => requestOf('GET', path, cookie)));
  const load = (limits: { seconds: number; requests?: number }) =>
    drive({ port: site.port, connections: CONNECTIONS, status: 200, next: () => chance.pick(requests), ...limits });

  const operations: Recorded[][] = [];
  await load({ seconds: 60, requests: 200 }); // sessions and settings are cached now and cost no statement
  for (const path of paths) {
    operations.push(
      await site.recording(() =>
        drive({ port: site.port, connections: 1, status: 200, seconds: 5, requests: 1, next: () => requestOf('GET', path, cookies[0]!) }),
      ),
    );
  }
  await load({ seconds: 120, requests: warmUp });
  await limit(database.url, operations, CONNECTIONS, 3);

  const all = await alternate(
    {
      name: 'GET members.php',
      async run(time) {
        const result = await load({ seconds: time });
        if (result.refused > 0) throw new Error(`${result.refused} searches were refused.`);
        return { ...result, note: `p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms` };
      },
    },
    { name: limitName(), run: (time) => limit(database.url, operations, CONNECTIONS, time) },
    () => ({ server: site.pid, postgres: database.postmaster }),
    { rounds, seconds },
  );
  return {
    id: 'S1',
    title: 'Search: first pages of GET members.php',
    goal: '>= 0.60, stretch 0.75',
    rounds: all,
    notes: [`${operations[0]!.length} statements a search; ${CONNECTIONS} connections, one request at a time each.`],
    statements: operations[0]!,
  };
}

function searchPath(chance: ReturnType<typeof chanceOf>): string {
  const country = chance.weighted(countryCodes.map((code) => [code, countryWeights[code]] as const));
  const youngest = chance.int(18, 55);
  const query = new URLSearchParams({
    gender: chance.pick(['male', 'female']),
    country,
    min_age: String(youngest),
    max_age: String(youngest + chance.int(10, 20)),
  });
  if (chance.holds(0.3)) query.set('region', townsOf(country)[chance.int(0, 5)]!.region);
  return `/api/members.php?${query}`;
}
