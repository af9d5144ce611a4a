import { itemAt } from '#contract/must.ts';
import { closedLoop, createLedger, latencyFigures, openStreams } from '../deliveries.ts';
import { httpLanes } from '../http-lanes.ts';
import { hasPgbench, pgbench } from '../pgbench.ts';
import { createSendReference } from '../reference/send-reference.ts';
import { alternate } from '../rounds.ts';
import { countStored, proveLedger } from '../stored.ts';
import type { Bench, Outcome } from '../workload.ts';
import { pairsOf } from './deliver.ts';
import { sendOneByOne } from './send.ts';

/** Share of the usual warm-up, because one pair at a time takes long. */
const WARM_UP = 0.1;

/**
 * M3: the delivery latency of one pair with one message in flight, compared with one pgbench client that runs
 * the same statement.
 */
export async function pair({ database, site, members, rounds, seconds, warmUp }: Bench): Promise<Outcome> {
  if (!hasPgbench()) throw new Error('The pair workload needs pgbench (Debian: postgresql-contrib).');
  const pairs = pairsOf(members, 1);
  const ledger = createLedger({ acknowledges: true });
  const [senders, recipients] = [
    await site.sessions([itemAt(pairs, 0).sender]),
    await site.sessions([itemAt(pairs, 0).recipient]),
  ];
  const streams = await openStreams(site.port, recipients, ledger.received);
  const lanes = await httpLanes(site.port, pairs, senders, 1, ledger);
  let ours = 0;
  const send = async (limits: { seconds: number; messages?: number }) => {
    const stored = await countStored(database.url, pairs);
    const result = await closedLoop(ledger, lanes, 1, limits);
    await ledger.settled();
    ours += await stored();
    return result;
  };
  await send({ seconds: 60, messages: Math.ceil(warmUp * WARM_UP) });
  ledger.takeLatencies();
  await createSendReference(database.url);
  const limitLoop = (time: number) =>
    pgbench(database.url, { script: sendOneByOne(1), clients: 1, seconds: time, latencies: true });
  await limitLoop(3);

  const all = await alternate(
    {
      name: 'POST chat.php to stream',
      async run(time) {
        const result = await send({ seconds: time });
        return { ...result, ...latencyFigures(ledger.takeLatencies()) };
      },
    },
    {
      name: 'pgbench, one client',
      async run(time) {
        const { latenciesMs, ...result } = await limitLoop(time);
        return { ...result, ...latencyFigures(latenciesMs) };
      },
    },
    () => ({ server: site.pid, postgres: database.postmaster }),
    { rounds, seconds },
  );
  const { sent, acknowledged, delivered, repeated } = ledger.counts();
  lanes.close();
  streams.close();
  if (acknowledged !== sent || delivered !== sent || ours !== sent || repeated > 0)
    throw new Error(
      `Sent ${sent}, acknowledged ${acknowledged}, stored ${ours}, delivered ${delivered}: the run does not count.`,
    );
  return {
    id: 'M3',
    title: 'Delivery of one pair: POST chat.php until it is on the event stream',
    goal: '<= 1.7',
    rounds: all,
    figures: [{ id: 'M3 delivery p50', goal: '<= 1.7', of: (a, b) => a.p50Ms / b.p50Ms }],
    notes: [
      'One message on its way at a time. The limit is one transaction of the same function, commit included.',
      `Sent, acknowledged, stored and delivered once ${sent}; ${await proveLedger(database.url)} ledger entries add up to the balances.`,
    ],
    statements: [],
  };
}
