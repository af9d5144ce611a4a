import { itemAt } from '#contract/must.ts';
import { startSite } from '../bench-site.ts';
import { drive, requestOf } from '../http-load.ts';
import { alternate } from '../rounds.ts';
import type { Bench, Outcome } from '../workload.ts';

const OTHERS = 8;
const NOISE_A_SECOND = 1000;
/**
 * Request rate of the other members together. It is far below the machine's capacity, so that only the noise
 * could slow them down.
 */
const OTHERS_A_SECOND = 40;

/**
 * One member sends a thousand requests a second with production limits. The other members' latency is
 * compared with their latency without that noise.
 */
export async function noisy({ database, members, rounds, seconds }: Bench): Promise<Outcome> {
  const site = await startSite(database.url, { LIMITS_SCALE: '1' });
  try {
    // Each round has other members, because one search per second over the whole run exceeds a member's
    // limit.
    const perRound = OTHERS * Math.ceil((OTHERS_A_SECOND * seconds) / (OTHERS * 300));
    let used = 1;
    const path = '/api/members.php?gender=female&country=NL';
    const others = async (time: number) => {
      const cookies = await site.sessions(
        Array.from({ length: perRound }, () => 1 + (used++ % (members - 2))),
      );
      const requests = cookies.map((cookie) => requestOf('GET', path, cookie));
      let turn = 0;
      return drive({
        port: site.port,
        connections: OTHERS,
        status: 200,
        seconds: time,
        perSecond: OTHERS_A_SECOND,
        next: () => itemAt(requests, turn++ % requests.length),
      });
    };
    await others(seconds);
    const cookie = itemAt(await site.sessions([members - 1]), 0);
    let limited = 0;
    let noise = 0;
    const all = await alternate(
      {
        name: 'beside the noise',
        async run(time) {
          const request = requestOf('GET', path, cookie);
          const [result, loud] = await Promise.all([
            others(time),
            drive({
              port: site.port,
              connections: 50,
              status: 200,
              refusals: [429, 503],
              perSecond: NOISE_A_SECOND,
              seconds: time,
              next: () => request,
            }),
          ]);
          limited += loud.refused;
          noise += loud.refused + loud.done;
          if (result.refused > 0) throw new Error(`${result.refused} requests of others were refused.`);
          return {
            ...result,
            note: `p99 ${result.p99Ms.toFixed(0)} ms; of the noise ${loud.done} answered, ${loud.refused} limited`,
          };
        },
      },
      { name: 'without it', run: async (time) => ({ ...(await others(time)), note: '' }) },
      () => ({ server: site.pid, postgres: database.postmaster }),
      { rounds, seconds },
    );
    return {
      id: 'O2',
      title: 'One member who asks a thousand times a second, beside others',
      goal: 'nobody else is refused, p50 <= 3x',
      rounds: all,
      figures: [
        {
          id: 'p50 of the others, over without the noise',
          goal: '<= 3',
          of: (loud, quiet) => loud.p50Ms / quiet.p50Ms,
        },
        { id: 'p99 of the others beside the noise, ms', goal: '<= 200', of: (loud) => loud.p99Ms },
      ],
      notes: [
        `${noise} requests of the noisy member, of which ${limited} were limited (429). The others asked ${OTHERS_A_SECOND} times a second together.`,
      ],
      statements: [],
    };
  } finally {
    await site.stop();
  }
}
