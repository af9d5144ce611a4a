import { itemAt, must } from '#contract/must.ts';
import { chanceOf } from '#seeds/chance.ts';
import { startSite, type BenchSite } from '../bench-site.ts';
import { alternate, type Round } from '../rounds.ts';
import { pathOf, type Searches, searchesOf, searchOf } from '../searches.ts';
import type { Bench, Outcome } from '../workload.ts';

const SMALL = 100_000;
const SEARCHES = 16;
const DEEP = 100;

const adverse = {
  nobody: 'nobody matches',
  'one year': 'one year of age',
  'all ages': 'all ages',
  everywhere: 'all countries and ages, both genders',
};
const DEEP_PAGE = `page ${DEEP}` as const;
const kinds = [
  'typical',
  ...(Object.keys(adverse) as (keyof typeof adverse)[]),
  'page 1',
  DEEP_PAGE,
] as const;
type Kind = (typeof kinds)[number];

const p50 = (round: Round, kind: string) => must(round.p50s[kind], `median of "${kind}"`);

/**
 * S2-S4: searches of members.php on databases of two sizes, each with its own site on the same PostgreSQL.
 * There is one request at a time, so that the medians measure the response and not a queue. A round
 * alternates between the kinds of searches.
 */
export async function flat({ database, site, members, rounds, seconds, warmUp }: Bench): Promise<Outcome> {
  if (members <= SMALL)
    throw new Error(
      `The flat workload compares a large site with one of ${SMALL} members: --members 1000000.`,
    );
  const smallSite = await startSite(await database.beside(SMALL));
  try {
    const large = await sideOf(site, members);
    const small = await sideOf(smallSite, SMALL);
    const statements = await large.statements();
    for (const one of [large, small])
      await one.ask({ seconds: 120, requests: Math.ceil(warmUp / kinds.length) });
    const all = await alternate(
      large,
      small,
      () => ({ server: site.pid, small: smallSite.pid, postgres: database.postmaster }),
      {
        rounds,
        seconds: Math.max(seconds, kinds.length),
      },
    );
    return {
      id: 'S2-S4',
      title: `Search on ${members.toLocaleString('en')} members beside ${SMALL.toLocaleString('en')}, and deep in a list`,
      goal: 'flat',
      rounds: all,
      figures: [
        { id: 'S2 typical page p50', goal: '<= 1.3', of: (a, b) => p50(a, 'typical') / p50(b, 'typical') },
        ...Object.entries(adverse).map(([kind, what]) => ({
          id: `S3 ${what}, p50`,
          goal: '<= 2.0',
          of: (a: Round, b: Round) => p50(a, kind) / p50(b, kind),
        })),
        {
          id: 'S3 the slowest of these over a typical page',
          goal: '<= 5',
          of: (a) => Math.max(...Object.keys(adverse).map((kind) => p50(a, kind))) / p50(a, 'typical'),
        },
        {
          id: `S4 page ${DEEP} over page 1, p50`,
          goal: '<= 1.2',
          of: (a) => p50(a, DEEP_PAGE) / p50(a, 'page 1'),
        },
      ],
      notes: [
        `${SEARCHES} searches of each kind, by one member who asks one thing at a time; page ${DEEP} is reached by following \`next\` from page 1, newest first, by activity and by distance.`,
        'The statements below are one request of each kind on the large site.',
      ],
      statements,
    };
  } finally {
    await smallSite.stop();
  }
}

async function sideOf(site: BenchSite, members: number): Promise<Searches> {
  const cookie = itemAt(await site.sessions([Math.floor(members / 3)]), 0);
  const first = deepSearches();
  const deep: string[] = [];
  for (const path of first) deep.push(await pageAt(site.port, cookie, path, DEEP));
  const kinds: Record<Kind, string[]> = { ...pathsOf(), 'page 1': first, [DEEP_PAGE]: deep };
  return searchesOf(site, { name: `${members.toLocaleString('en')} members`, cookie, kinds });
}

function pathsOf(): Record<'typical' | keyof typeof adverse, string[]> {
  const chance = chanceOf('bench flat');
  const searches = Array.from({ length: SEARCHES }, () => searchOf(chance));
  return {
    typical: searches.map(pathOf),
    nobody: searches.map((one) => pathOf({ ...one, minAge: 95, maxAge: 99 })),
    'one year': searches.map((one) => pathOf({ ...one, maxAge: one.minAge })),
    'all ages': searches.map((one) => pathOf({ ...one, minAge: 18, maxAge: 99 })),
    everywhere: ['newest', 'active'].map((sort) => `/api/members.php?sort=${sort}`),
  };
}

/** Searches that have a hundred pages even on a site of 100,000 members. */
const deepSearches = (): string[] =>
  ['newest', 'active', 'nearest'].flatMap((sort) =>
    ['female', 'male'].map(
      (gender) =>
        `/api/members.php?${new URLSearchParams({ gender, country: 'NL', min_age: '20', max_age: '50', sort })}`,
    ),
  );

async function pageAt(port: number, cookie: string, path: string, page: number): Promise<string> {
  let address = path;
  for (let at = 1; at < page; at++) {
    const answer = await fetch(`http://127.0.0.1:${port}${address}`, {
      headers: { cookie: `auth=${cookie}`, 'x-request-type': 'client' },
    });
    const { next } = (await answer.json()) as { next: string | null };
    if (!next) throw new Error(`${path} ends at page ${at}: page ${page} is wanted.`);
    address = `${path}&cursor=${encodeURIComponent(next)}`;
  }
  return address;
}
