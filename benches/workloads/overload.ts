import { itemAt } from '#contract/must.ts';
import { drive, requestOf } from '../http-load.ts';
import { alternate } from '../rounds.ts';
import type { Bench, Outcome } from '../workload.ts';

const CONNECTIONS = 32;
const CROWD = 1000;
const TIMES = 2;

/**
 * Twice the sustainable load, over more connections than the process handles concurrently. The process must
 * shed requests that it cannot answer in time and answer the others as usual. The result is compared with the
 * sustained rate, which is measured again afterwards to show that the process has recovered.
 */
export async function overload({
  database,
  site,
  members,
  rounds,
  seconds,
  warmUp,
}: Bench): Promise<Outcome> {
  const cookies = await site.sessions(
    Array.from({ length: CONNECTIONS }, (_, i) => 1 + i * Math.floor(members / CONNECTIONS)),
  );
  const requests = cookies.map((cookie) =>
    requestOf('GET', '/api/members.php?gender=female&country=NL', cookie),
  );
  const next = (connection: number) => itemAt(requests, connection % requests.length);
  const calm = (time: number, limit = Infinity) =>
    drive({ port: site.port, connections: CONNECTIONS, status: 200, seconds: time, requests: limit, next });
  await calm(60, warmUp);
  const sustained = await calm(seconds);
  const rate = sustained.done / sustained.seconds;

  let shed = 0;
  let offered = 0;
  const all = await alternate(
    {
      name: 'twice that',
      async run(time) {
        const result = await drive({
          port: site.port,
          connections: CROWD,
          status: 200,
          refusals: [503],
          perSecond: TIMES * rate,
          seconds: time,
          next,
        });
        shed += result.refused;
        offered += result.refused + result.done;
        return {
          ...result,
          note: `${result.refused} turned away, p99 of the rest ${result.p99Ms.toFixed(0)} ms`,
        };
      },
    },
    {
      name: 'what it sustains',
      async run(time) {
        const result = await calm(time);
        if (result.refused > 0)
          throw new Error(`${result.refused} requests were refused after the crowd had left.`);
        return { ...result, note: `p99 ${result.p99Ms.toFixed(0)} ms` };
      },
    },
    () => ({ server: site.pid, postgres: database.postmaster }),
    { rounds, seconds },
  );
  return {
    id: 'O1',
    title: 'Twice the sustainable load on one process',
    goal: 'answers >= 0.8 of what is sustained, p99 of these <= 1 s',
    rounds: all,
    figures: [
      {
        id: 'answered, of what is sustained',
        goal: '>= 0.8',
        of: (crowd, calmly) => crowd.perSecond / calmly.perSecond,
      },
      { id: 'p99 of what is answered, ms', goal: '<= 1000', of: (crowd) => crowd.p99Ms },
    ],
    notes: [
      `Sustained before: ${rate.toFixed(0)} searches a second over ${CONNECTIONS} connections. The crowd offers ${TIMES} times that over ${CROWD}.`,
      `Of ${offered} requests of the crowd ${shed} were turned away with 503 (${((100 * shed) / Math.max(1, offered)).toFixed(0)}%). After each crowd nothing is refused.`,
    ],
    statements: [],
  };
}
