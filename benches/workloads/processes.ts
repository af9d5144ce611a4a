import { availableParallelism } from 'node:os';
import { chanceOf } from '#seeds/chance.ts';
import { redisProgram, startRedis } from '#support/services/redis/redis.ts';
import { startSite, type BenchSite } from '../bench-site.ts';
import { canLimitCpu, childrenOf, limitCpu } from '../controls/cpu-share.ts';
import { drive, noted, requestOf } from '../http-load.ts';
import { alternate, type Round, type Side } from '../rounds.ts';
import { pathOf, searchOf } from '../searches.ts';
import { median } from '../statistics.ts';
import type { Bench, Outcome } from '../workload.ts';

const PROCESSES = 2;
const CONNECTIONS = 32;
const SEARCHES = 16;
/** Low enough that two processes, PostgreSQL, Redis and the driver do not fill two processors. */
const SHARE = 0.4;

/**
 * X1: GET members.php by two web processes that share a port and a Redis, compared with one process.
 * PostgreSQL and the driver use the same processors, so the report also states the maximum possible ratio at
 * the measured cost of a search.
 */
export const processes = (bench: Bench): Promise<Outcome> => compare(bench, null);

/**
 * X1 as on a machine whose database has processors to spare: each web process may use `SHARE` of a processor, and
 * PostgreSQL, Redis and the driver have the rest.
 */
export async function processesApart(bench: Bench): Promise<Outcome> {
  if (!canLimitCpu) throw new Error('The processes-apart workload needs Linux with cgroups (v1) and root.');
  return compare(bench, SHARE);
}

async function compare(
  { database, site, members, rounds, seconds, warmUp }: Bench,
  share: number | null,
): Promise<Outcome> {
  if (!redisProgram) throw new Error('The processes workload needs Redis or Valkey (Debian: redis-server).');
  const redis = await startRedis();
  const several = await startSite(database.url, { REDIS_URL: redis.url, DATABASE_POOL: '20' }, PROCESSES);
  const liftLimits = share === null ? null : limitCpu([site.pid, ...childrenOf(several.pid)], share);
  try {
    const [ours, other] = [
      await sideOf(`${PROCESSES} processes with Redis`, several, members),
      await sideOf('one process', site, members),
    ];
    for (const one of [ours, other]) await one.warmUp(warmUp);
    const all = await alternate(
      ours,
      other,
      () => ({ server: several.pid, 'one process': site.pid, postgres: database.postmaster }),
      { rounds, seconds },
    );
    const cost = (round: Round) => Object.values(round.cpuPerOperation).reduce((sum, used) => sum + used, 0);
    // The highest rate possible with all processors, given the cost of a search in server, PostgreSQL and
    // driver.
    const most = (round: Round) => (availableParallelism() * 1_000_000) / cost(round);
    return {
      id: 'X1',
      title: `Search by ${PROCESSES} web processes through Redis, beside one${share === null ? '' : `, each limited to ${share} of a processor`}`,
      goal: '>= 1.5',
      rounds: all,
      figures: [
        { id: 'X1', goal: '>= 1.5', of: (a, b) => a.perSecond / b.perSecond },
        ...(share === null
          ? [
              {
                id: `the most that ${availableParallelism()} processors give over one process`,
                goal: 'no goal',
                of: (a: Round, b: Round) => most(a) / b.perSecond,
              },
            ]
          : []),
        {
          id: 'processor time a search over that of one process',
          goal: 'no goal',
          of: (a, b) => cost(a) / cost(b),
        },
      ],
      notes: [
        `${CONNECTIONS} connections, one request at a time each, to one port that the processes share. ${saturation(all, cost)}`,
        share === null
          ? 'A machine whose processors are all busy with one process, its PostgreSQL and the driver has nothing left that a second could use.'
          : `Each web process may use ${share} of a processor (cgroups, in periods of 10 ms); PostgreSQL, Redis and the driver have the rest. That stands for a machine with a processor for each process; latencies are those of the limit.`,
      ],
      statements: [],
    };
  } finally {
    await several.stop();
    liftLimits?.();
    await redis.kill();
  }
}

function saturation(rounds: readonly Round[], cost: (round: Round) => number): string {
  const busy = (which: number) =>
    median(rounds.filter((_, n) => n % 2 === which).map((one) => (cost(one) * one.perSecond) / 1_000_000));
  return `Server, PostgreSQL and driver kept ${busy(0).toFixed(2)} of ${availableParallelism()} processors busy with ${PROCESSES} processes, ${busy(1).toFixed(2)} with one.`;
}

async function sideOf(
  name: string,
  site: BenchSite,
  members: number,
): Promise<Side & { warmUp(requests: number): Promise<void> }> {
  const chance = chanceOf('bench processes');
  const cookies = await site.sessions(
    Array.from({ length: CONNECTIONS }, (_, i) => 1 + i * Math.floor(members / CONNECTIONS)),
  );
  const paths = Array.from({ length: SEARCHES }, () => pathOf(searchOf(chance)));
  const requests = paths.flatMap((path) => cookies.map((cookie) => requestOf('GET', path, cookie)));
  const load = async (limits: { seconds: number; requests?: number }) => {
    const result = await drive({
      port: site.port,
      connections: CONNECTIONS,
      status: 200,
      next: () => chance.pick(requests),
      ...limits,
    });
    if (result.refused > 0) throw new Error(`${result.refused} searches were refused.`);
    return result;
  };
  return {
    name,
    warmUp: async (requests) => void (await load({ seconds: 120, requests })),
    async run(seconds) {
      const result = await load({ seconds });
      return noted(result);
    },
  };
}
