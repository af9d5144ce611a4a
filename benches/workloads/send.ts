import { randomUUID } from 'node:crypto';
import { itemAt } from '#contract/must.ts';
import type { Pair } from '../http-lanes.ts';
import { drive, noted, requestOf } from '../http-load.ts';
import { listen } from '../listeners.ts';
import { hasPgbench, pgbench } from '../pgbench.ts';
import { createSendReference, SEND_REFERENCE } from '../reference/send-reference.ts';
import { alternate } from '../rounds.ts';
import { countStored, proveLedger } from '../stored.ts';
import { createTurns } from '../turns.ts';
import type { Bench, Outcome } from '../workload.ts';

const CLIENTS = 64;
const PAIRS = 256;
const TEXT = 'Zullen we zaterdag een keer koffie drinken?';

/** Messages per statement, and concurrent statements, as in the site's queue (server/chat/send-queue.ts). */
const BATCH = 64;
const IN_FLIGHT = 2;

interface Other {
  id: string;
  title: string;
  goal: string;
  name: string;
  script: string;
  clients: number;
  messages: number;
}

/** M1: sends, compared with pgbench running the same function for one message per transaction. */
export const send = (bench: Bench) =>
  sendAgainst(bench, {
    id: 'M1',
    title: 'Send: POST chat.php with charge, storage and live delivery',
    goal: '>= 3.0, stretch 4.0',
    name: 'pgbench, one a transaction',
    script: sendOneByOne(PAIRS, CLIENTS),
    clients: CLIENTS,
    messages: 1,
  });

/** M2: sends, compared with pgbench running full batches, which is what PostgreSQL alone can store. */
export const sendBatch = (bench: Bench) =>
  sendAgainst(bench, {
    id: 'M2',
    title: 'Send: POST chat.php against the batched statement alone',
    goal: '>= 0.6',
    name: `pgbench, ${BATCH} a transaction`,
    script: sendBatches,
    clients: IN_FLIGHT,
    messages: BATCH,
  });

/**
 * POST chat.php by 64 concurrent senders with paid messages, delivered to open event streams. Afterwards it
 * checks that every acknowledged message was stored and delivered once, and that the ledger is balanced.
 */
async function sendAgainst(
  { database, site, members, rounds, seconds, warmUp }: Bench,
  other: Other,
): Promise<Outcome> {
  if (!hasPgbench()) throw new Error('The send workloads need pgbench (Debian: postgresql-contrib).');
  const alone = async (time: number) => {
    const { done, seconds: took } = await pgbench(database.url, {
      script: other.script,
      clients: other.clients,
      seconds: time,
    });
    return { done: done * other.messages, seconds: took };
  };
  const half = Math.floor(members / 2);
  const pairs = Array.from({ length: PAIRS }, (_, i) => ({
    conversation: i + 1,
    sender: i + 1,
    recipient: i + 1 + half,
  }));
  const senders = await site.sessions(pairs.map((pair) => pair.sender));
  const streams = await listen(site.port, await site.sessions(pairs.map((pair) => pair.recipient)));
  await createSendReference(database.url);

  const totals = { acknowledged: 0, stored: 0 };
  const ours = async (limits: { seconds: number; requests?: number }) => {
    const stored = await countStored(database.url, pairs);
    const result = await sendFor(site.port, pairs, senders, limits);
    if (result.refused > 0) throw new Error(`${result.refused} messages were refused.`);
    totals.acknowledged += result.done;
    totals.stored += await stored();
    return result;
  };
  await ours({ seconds: 120, requests: warmUp });

  const all = await alternate(
    {
      name: 'POST chat.php',
      async run(time) {
        const result = await ours({ seconds: time });
        return noted(result);
      },
    },
    { name: other.name, run: alone },
    () => ({ server: site.pid, postgres: database.postmaster }),
    { rounds, seconds },
  );
  const delivered = await streams.settled(totals.acknowledged);
  const entries = await proveLedger(database.url);
  await streams.close();
  const sums = `Acknowledged ${totals.acknowledged}, stored ${totals.stored}, delivered ${delivered}`;
  if (totals.stored !== totals.acknowledged || delivered !== totals.acknowledged)
    throw new Error(`${sums}: the run does not count.`);
  return {
    id: other.id,
    title: other.title,
    goal: other.goal,
    rounds: all,
    notes: [
      `${CLIENTS} senders at once over ${PAIRS} conversations, ${PAIRS} open event streams.`,
      `${sums}; ${entries} ledger entries add up to the balances.`,
    ],
    statements: [
      { text: itemAt(other.script.split('\n'), 1).replace(/;$/, '').replaceAll(':c', '1'), values: [] },
    ],
  };
}

function sendFor(
  port: number,
  pairs: readonly Pair[],
  senders: readonly string[],
  limits: { seconds: number; requests?: number },
) {
  const turnOf = createTurns(CLIENTS);
  return drive({
    port,
    connections: CLIENTS,
    status: 201,
    next(connection) {
      // A connection cycles through its own four pairs, so that no sender has two messages in flight.
      const pair = itemAt(pairs, connection + CLIENTS * (turnOf(connection) % (PAIRS / CLIENTS)));
      return requestOf(
        'POST',
        '/api/chat.php',
        itemAt(senders, pair.sender - 1),
        JSON.stringify({ conversation: pair.conversation, client_id: randomUUID(), text: TEXT }),
      );
    },
    ...limits,
  });
}

/**
 * pgbench script: the work of one send, one message per transaction, by the senders of the first pairs. Two
 * clients never share a sender, as in the site.
 */
export const sendOneByOne = (
  pairs: number,
  clients = 1,
) => `\\set c :client_id * ${pairs / clients} + random(1, ${pairs / clients})
select * from ${SEND_REFERENCE}(json_build_array(${message(':c')}));
`;

/**
 * pgbench script of full batches with different senders. Two clients never share a sender, which the site's
 * queue also ensures.
 */
const sendBatches = `\\set c :client_id * ${PAIRS / IN_FLIGHT} + ${BATCH} * random(0, ${PAIRS / IN_FLIGHT / BATCH - 1})
select * from ${SEND_REFERENCE}((select json_agg(${message('n')}) from generate_series(:c + 1, :c + ${BATCH}) n));
`;

function message(pair: string): string {
  return `json_build_object('sender', ${pair}::bigint, 'conversation', ${pair}::bigint, 'clientId', gen_random_uuid(), 'kind', 'text', 'text', '${TEXT}', 'price', 1, 'freeMessages', 0, 'freeConversations', 2)`;
}
