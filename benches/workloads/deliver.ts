import { itemAt, must } from '#contract/must.ts';
import {
  closedLoop,
  createLedger,
  latencyFigures,
  openStreams,
  provenOnce,
  type Lanes,
  type Ledger,
} from '../deliveries.ts';
import { httpLanes, type Pair } from '../http-lanes.ts';
import { hasEjabberd, startEjabberd } from '../peers/ejabberd.ts';
import { startRelay } from '../peers/relay-process.ts';
import { logIn } from '../peers/xmpp.ts';
import { alternate, type Round, type Side } from '../rounds.ts';
import { countStored, proveLedger } from '../stored.ts';
import type { Bench, Outcome } from '../workload.ts';

const LANES = 64;
const PAIRS = 256;
const PEER_WARM_UP = 0.25;

export const pairsOf = (members: number, count: number): Pair[] =>
  Array.from({ length: count }, (_, i) => ({
    conversation: i + 1,
    sender: i + 1,
    recipient: i + 1 + Math.floor(members / 2),
  }));

interface Delivery extends Side {
  warmUp(messages: number): Promise<void>;
  /**
   * Throws unless the numbers of stored, acknowledged and delivered messages are equal. Returns them as a
   * sentence.
   */
  prove(): Promise<string>;
  close(): Promise<void>;
}

/**
 * C1-C3: messages delivered to open event streams, all stored, charged and booked, compared with ejabberd
 * archiving to the same PostgreSQL. Both sides have 64 messages in flight, and send the next one when one is
 * delivered.
 */
export async function deliver(bench: Bench): Promise<Outcome> {
  if (!hasEjabberd())
    throw new Error('The deliver workload needs ejabberd (Debian: ejabberd, erlang-p1-pgsql).');
  const pairs = pairsOf(bench.members, PAIRS);
  const peer = await startEjabberd(bench.database.url, [
    ...pairs.map(({ sender }) => sender),
    ...pairs.map(({ recipient }) => recipient),
  ]);
  try {
    const [ours, theirs] = [await liaison(bench, pairs), await ejabberd(peer, pairs)];
    const { rounds, notes } = await measure(bench, ours, theirs, { ejabberd: peer.pid });
    const used = (one: Round, group: string) =>
      must(one.cpuPerOperation[group], `processor time of ${group}`);
    const cost = (one: Round, server: string) => used(one, server) + used(one, 'postgres');
    return {
      id: 'C1-C3',
      title:
        'Delivery: POST chat.php to event streams, against ejabberd 23.01 archiving to the same PostgreSQL',
      goal: '>= 3.0, <= 0.30, <= 0.4',
      rounds,
      figures: [
        { id: 'C1 delivered a second', goal: '>= 3.0', of: (a, b) => a.perSecond / b.perSecond },
        {
          id: 'C2 processor time a message',
          goal: '<= 0.30',
          of: (a, b) => cost(a, 'server') / cost(b, 'ejabberd'),
        },
        { id: 'C3 p99', goal: '<= 0.4', of: (a, b) => a.p99Ms / b.p99Ms },
      ],
      notes: [
        `${LANES} messages on their way at once over ${PAIRS} pairs, each recipient online. C2 counts the server and PostgreSQL, not the driver.`,
        'ejabberd from Debian, no TLS, accounts and archive (mod_mam, each message kept for both sides) in PostgreSQL, all other modules off.',
        ...notes,
      ],
      statements: [],
    };
  } finally {
    await peer.stop();
  }
}

/**
 * C4: like `deliver`, compared with a relay that has the same transport and no storage. The difference is the
 * cost of durability, money and rules.
 */
export async function relay(bench: Bench): Promise<Outcome> {
  const pairs = pairsOf(bench.members, PAIRS);
  const peer = await startRelay(pairs);
  try {
    const [ours, theirs] = [await liaison(bench, pairs), await bareRelay(peer.port, pairs)];
    const { rounds, notes } = await measure(bench, ours, theirs, { relay: peer.pid });
    return {
      id: 'C4',
      title: 'Delivery with full persistence, against a bare relay without database on the same transport',
      goal: '>= 0.35',
      rounds,
      notes: [`${LANES} messages on their way at once over ${PAIRS} pairs, each recipient online.`, ...notes],
      statements: [],
    };
  } finally {
    await peer.stop();
  }
}

async function measure(
  { rounds, seconds, warmUp, site, database }: Bench,
  ours: Delivery,
  theirs: Delivery,
  peer: Record<string, number>,
) {
  await ours.warmUp(warmUp);
  await theirs.warmUp(Math.ceil(warmUp * PEER_WARM_UP));
  const all = await alternate(
    ours,
    theirs,
    () => ({ server: site.pid, postgres: database.postmaster, ...peer }),
    { rounds, seconds },
  );
  const notes = [await ours.prove(), await theirs.prove()];
  await Promise.all([ours.close(), theirs.close()]);
  return { rounds: all, notes };
}

/** Closed loop: a lane sends its next message when the last one is delivered. */
const inTurn = (ledger: Ledger, lanes: Lanes, pairs: number): Pick<Delivery, 'warmUp' | 'run'> => ({
  async warmUp(messages) {
    await closedLoop(ledger, lanes, pairs, { seconds: 60, messages });
    ledger.takeLatencies();
  },
  async run(seconds) {
    const result = await closedLoop(ledger, lanes, pairs, { seconds });
    return { ...result, ...latencyFigures(ledger.takeLatencies()) };
  },
});

async function liaison({ site, database }: Bench, pairs: readonly Pair[]): Promise<Delivery> {
  const ledger = createLedger({ acknowledges: true });
  const [senders, recipients] = [
    await site.sessions(pairs.map(({ sender }) => sender)),
    await site.sessions(pairs.map(({ recipient }) => recipient)),
  ];
  const streams = await openStreams(site.port, recipients, ledger.received, 16);
  const lanes = await httpLanes(site.port, pairs, senders, LANES, ledger);
  const stored = await countStored(database.url, pairs);
  return {
    name: 'POST chat.php to streams',
    ...inTurn(ledger, lanes, pairs.length),
    async prove() {
      await ledger.settled();
      return `${provenOnce('Ours', ledger.counts(), await stored())}; ${await proveLedger(database.url)} ledger entries add up to the balances.`;
    },
    async close() {
      lanes.close();
      streams.close();
    },
  };
}

async function ejabberd(
  peer: Awaited<ReturnType<typeof startEjabberd>>,
  pairs: readonly Pair[],
): Promise<Delivery> {
  const ledger = createLedger({ acknowledges: false });
  const [senders, recipients] = [
    await Promise.all(pairs.map(({ sender }) => logIn(peer.port, sender, () => ''))),
    await Promise.all(pairs.map(({ recipient }) => logIn(peer.port, recipient, ledger.received))),
  ];
  const lanes = {
    lanes: LANES,
    send: (_lane: number, pair: number, stamp: number) =>
      itemAt(senders, pair).send(itemAt(pairs, pair).recipient, stamp),
  };
  return {
    name: 'ejabberd 23.01',
    ...inTurn(ledger, lanes, pairs.length),
    async prove() {
      await ledger.settled();
      const { sent, delivered, repeated } = ledger.counts();
      const archived = await peer.archived();
      if (delivered !== sent || repeated > 0 || archived !== 2 * sent)
        throw new Error(
          `ejabberd: sent ${sent}, delivered ${delivered}, repeated ${repeated}, archived ${archived}: the run does not count.`,
        );
      return `ejabberd: sent and delivered once ${sent}, archived ${archived} (both sides).`;
    },
    async close() {
      for (const session of [...senders, ...recipients]) session.close();
    },
  };
}

async function bareRelay(port: number, pairs: readonly Pair[]): Promise<Delivery> {
  const ledger = createLedger({ acknowledges: true });
  const streams = await openStreams(
    port,
    pairs.map(({ recipient }) => `${recipient}`),
    ledger.received,
    16,
  );
  const lanes = await httpLanes(
    port,
    pairs,
    pairs.map(({ sender }) => `${sender}`),
    LANES,
    ledger,
  );
  return {
    name: 'bare relay',
    ...inTurn(ledger, lanes, pairs.length),
    async prove() {
      await ledger.settled();
      return `${provenOnce('The relay', ledger.counts())}.`;
    },
    async close() {
      lanes.close();
      streams.close();
    },
  };
}
