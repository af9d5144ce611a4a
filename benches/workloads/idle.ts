import {
  createLedger,
  latencyFigures,
  openLoop,
  openStreams,
  provenOnce,
  type Lanes,
  type Ledger,
} from '../deliveries.ts';
import { httpLanes, type Pair } from '../http-lanes.ts';
import { filesAllowed } from '../machine.ts';
import { startRelay } from '../peers/relay-process.ts';
import { alternate, type Side } from '../rounds.ts';
import { countStored, proveLedger } from '../stored.ts';
import type { Bench, Outcome } from '../workload.ts';
import { pairsOf } from './deliver.ts';

const STREAMS = 10_000;
const A_SECOND = 400;
const LANES = 64;
/** Excludes the first sends on each connection to the database, which wait until its queries are planned. */
const WARM_UP_SECONDS = 3;
const AT_ONCE = 64;
/** Files that a process needs besides its streams: database connections, files, the senders. */
const OTHER_FILES = 400;

/**
 * C6: 10,000 event streams on one process, nearly all idle at any moment, while 400 messages a second are
 * sent: memory per stream and delivery latency, compared with the bare relay with as many streams.
 */
export async function idle({ database, site, members, rounds, seconds }: Bench): Promise<Outcome> {
  const streams = Math.min(STREAMS, Math.floor(members / 4));
  // This process holds the client end of both sides' streams, so the relay gets as many as are left.
  const files = filesAllowed() - OTHER_FILES;
  const atRelay = Math.min(streams, files - streams);
  if (atRelay < streams / 2)
    throw new Error(
      `${streams} streams on each of two servers need ${2 * streams + OTHER_FILES} open files: ulimit -n ${2 * streams + OTHER_FILES}`,
    );
  const pairs = pairsOf(members, streams);
  const relay = await startRelay(pairs);
  try {
    const ours = await liaisonStreams(site, pairs, database.url);
    const theirs = await relayStreams(relay, pairs.slice(0, atRelay));
    await ours.run(WARM_UP_SECONDS);
    await theirs.run(WARM_UP_SECONDS);
    const all = await alternate(
      ours,
      theirs,
      () => ({ server: site.pid, postgres: database.postmaster, relay: relay.pid }),
      { rounds, seconds },
    );
    const notes = [
      await ours.prove(),
      await theirs.prove(),
      `${await proveLedger(database.url)} ledger entries add up to the balances.`,
    ];
    ours.close();
    theirs.close();
    return {
      id: 'C6',
      title: `${streams.toLocaleString('en')} idle event streams on one process while ${A_SECOND} messages a second flow`,
      goal: '<= 25 kB, <= 50 ms',
      rounds: all,
      figures: [
        { id: 'C6 kB a stream', goal: '<= 25', of: () => ours.bytes / streams / 1000 },
        { id: 'delivery p99 ms', goal: '<= 50', of: (a) => a.p99Ms },
        { id: 'delivery p99 over the relay', goal: 'no goal', of: (a, b) => a.p99Ms / b.p99Ms },
      ],
      notes: [
        `Memory is what the process holds (resident) after a garbage collection with all streams open, less before: ${(ours.bytes / streams / 1000).toFixed(1)} kB a stream, of which heap ${(ours.heapBytes / streams / 1000).toFixed(1)} kB; the bare relay, with ${atRelay} streams, ${(theirs.bytes / atRelay / 1000).toFixed(1)} kB.`,
        `Opened in ${ours.openedInSeconds.toFixed(1)} s, ${AT_ONCE} at a time, each with its own session. Messages go to all recipients in turn.`,
        ...notes,
      ],
      statements: [],
    };
  } finally {
    await relay.stop();
  }
}

interface Open extends Side {
  bytes: number;
  heapBytes: number;
  openedInSeconds: number;
  prove(): Promise<string>;
  close(): void;
}

/** Open loop: messages are sent at a constant rate, whether earlier ones were delivered or not. */
async function atRate(ledger: Ledger, lanes: Lanes, pairs: number, seconds: number) {
  const result = await openLoop(ledger, lanes, pairs, { seconds, perSecond: A_SECOND });
  return { ...result, ...latencyFigures(ledger.takeLatencies()) };
}

async function liaisonStreams(site: Bench['site'], pairs: readonly Pair[], url: string): Promise<Open> {
  const ledger = createLedger({ acknowledges: true });
  const recipients = await site.sessions(pairs.map(({ recipient }) => recipient));
  const senders = await site.sessions(pairs.map(({ sender }) => sender));
  const warm = await openStreams(site.port, recipients.slice(0, 500), (text) => text.slice(-16), AT_ONCE);
  warm.close();
  const before = await site.memory();
  const began = performance.now();
  const streams = await openStreams(site.port, recipients, ledger.received, AT_ONCE);
  const openedInSeconds = (performance.now() - began) / 1000;
  const after = await site.memory();
  const lanes = await httpLanes(site.port, pairs, senders, LANES, ledger);
  const stored = await countStored(url, pairs);
  return {
    name: 'POST chat.php to streams',
    bytes: after.resident - before.resident,
    heapBytes: after.heap - before.heap,
    openedInSeconds,
    run: (seconds) => atRate(ledger, lanes, pairs.length, seconds),
    async prove() {
      return `${provenOnce('Ours', ledger.counts(), await stored())}.`;
    },
    close() {
      lanes.close();
      streams.close();
    },
  };
}

async function relayStreams(
  relay: Awaited<ReturnType<typeof startRelay>>,
  pairs: readonly Pair[],
): Promise<Open> {
  const ledger = createLedger({ acknowledges: true });
  const before = await relay.memory();
  const began = performance.now();
  const streams = await openStreams(
    relay.port,
    pairs.map(({ recipient }) => `${recipient}`),
    ledger.received,
    AT_ONCE,
  );
  const openedInSeconds = (performance.now() - began) / 1000;
  const bytes = (await relay.memory()) - before;
  const lanes = await httpLanes(
    relay.port,
    pairs,
    pairs.map(({ sender }) => `${sender}`),
    LANES,
    ledger,
  );
  return {
    name: 'bare relay',
    bytes,
    heapBytes: 0,
    openedInSeconds,
    run: (seconds) => atRate(ledger, lanes, pairs.length, seconds),
    async prove() {
      return `${provenOnce('The relay', ledger.counts())}.`;
    },
    close() {
      lanes.close();
      streams.close();
    },
  };
}
