import { countryCodes, type CountryCode } from '#contract/lists/countries.ts';
import { itemAt } from '#contract/must.ts';
import type { Chance } from '#seeds/chance.ts';
import { countryWeights } from '#seeds/population.ts';
import { townsOf } from '#server/platform/gazetteer/index.ts';
import type { BenchSite } from './bench-site.ts';
import { drive, requestOf } from './http-load.ts';
import type { Side } from './rounds.ts';
import type { Recorded } from './statements.ts';

export interface Search {
  gender: string;
  country: CountryCode;
  minAge: number;
  maxAge: number;
  region: string | null;
}

export function searchOf(chance: Chance): Search {
  const country = chance.weighted(countryCodes.map((code) => [code, countryWeights[code]] as const));
  const minAge = chance.int(18, 55);
  return {
    country,
    minAge,
    gender: chance.pick(['male', 'female']),
    maxAge: minAge + chance.int(10, 20),
    region: chance.holds(0.3) ? itemAt(townsOf(country), chance.int(0, 5)).region : null,
  };
}

export function pathOf({ gender, country, minAge, maxAge, region }: Search): string {
  const query = new URLSearchParams({ gender, country, min_age: String(minAge), max_age: String(maxAge) });
  if (region) query.set('region', region);
  return `/api/members.php?${query}`;
}

/** Addresses of `GET members.php` by kind of search. */
export type KindsOfSearch = Record<string, readonly string[]>;

export interface Searches extends Side {
  ask(limits: {
    seconds: number;
    requests?: number;
  }): Promise<{ done: number; p50s: Record<string, number> }>;
  /** The statements of one request of each kind. */
  statements(): Promise<Recorded[]>;
}

/**
 * Searches by one member who asks one thing at a time, so that the medians measure the response and not a queue. Each
 * round spends the same time on each kind.
 */
export function searchesOf(
  site: BenchSite,
  { name, cookie, kinds }: { name: string; cookie: string; kinds: KindsOfSearch },
): Searches {
  const requests = Object.entries(kinds).map(
    ([kind, paths]) => [kind, paths.map((path) => requestOf('GET', path, cookie))] as const,
  );
  const askFor = async (
    [kind, texts]: readonly [string, readonly string[]],
    limits: { seconds: number; requests?: number },
  ) => {
    let turn = 0;
    const next = () => itemAt(texts, turn++ % texts.length);
    const result = await drive({ port: site.port, connections: 1, status: 200, next, ...limits });
    if (result.refused > 0) throw new Error(`${result.refused} searches of "${kind}" were refused.`);
    return result;
  };
  const ask: Searches['ask'] = async (limits) => {
    const p50s: Record<string, number> = {};
    let done = 0;
    for (const one of requests) {
      const result = await askFor(one, limits);
      done += result.done;
      p50s[one[0]] = result.p50Ms;
    }
    return { done, p50s };
  };
  return {
    name,
    ask,
    async statements() {
      // Sessions and settings are cached after the first requests and then need no statements.
      await ask({ seconds: 60, requests: 16 });
      return site.recording(async () => {
        for (const one of requests) await askFor(one, { seconds: 60, requests: 1 });
      });
    },
    async run(seconds) {
      const began = performance.now();
      const { done, p50s } = await ask({ seconds: seconds / requests.length });
      const note = Object.entries(p50s).map(([kind, ms]) => `${kind} ${ms.toFixed(2)}`);
      return { done, seconds: (performance.now() - began) / 1000, p50s, note: `p50 ms: ${note.join(', ')}` };
    },
  };
}
