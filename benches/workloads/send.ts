import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { reconcileLedger } from '#server/credits/index.ts';
import { openDatabase } from '#server/platform/database/index.ts';
import { drive, noted, requestOf } from '../http-load.ts';
import { hasPgbench, pgbench } from '../pgbench.ts';
import { listen } from '../listeners.ts';
import { alternate } from '../rounds.ts';
import type { Bench, Outcome } from '../workload.ts';

const CLIENTS = 64;
/** Pairs who write to each other, each with an open event stream at the recipient. */
const PAIRS = 256;
const TEXT = 'Zullen we zaterdag een keer koffie drinken?';

/** Messages of one statement, and statements at work at once, as the site's queue has them (server/chat/send-queue.ts). */
const BATCH = 64;
const IN_FLIGHT = 2;

/** What the sends are held against: the product's own function, run by pgbench. */
interface Other {
  id: string;
  title: string;
  goal: string;
  name: string;
  script: string;
  clients: number;
  /** Messages of one transaction. */
  messages: number;
}

/** M1: against the same function run by pgbench for one message a transaction. */
export const send = (bench: Bench) =>
  sendAgainst(bench, {
    id: 'M1',
    title: 'Send: POST chat.php with charge, storage and live delivery',
    goal: '>= 3.0, stretch 4.0',
    name: 'pgbench, one a transaction',
    script: sendOneByOne(PAIRS),
    clients: CLIENTS,
    messages: 1,
  });

/** M2: against pgbench running the batched statement with full batches: what PostgreSQL alone stores. */
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
 * POST chat.php by 64 senders at once, paid messages, delivered to open event streams. After the rounds: every acknowledged
 * message is stored once and was delivered once, and the ledger adds up.
 */
async function sendAgainst({ database, site, members, rounds, seconds, warmUp }: Bench, other: Other): Promise<Outcome> {
  if (!hasPgbench()) throw new Error('The send workloads need pgbench (Debian: postgresql-contrib).');
  const alone = async (time: number) => {
    const { done, seconds: took } = await pgbench(database.url, { script: other.script, clients: other.clients, seconds: time });
    return { done: done * other.messages, seconds: took };
  };
  const half = Math.floor(members / 2);
  const pairs = Array.from({ length: PAIRS }, (_, i) => ({ conversation: i + 1, sender: i + 1, recipient: i + 1 + half }));
  const [senders, recipients] = [await site.sessions(pairs.map((pair) => pair.sender)), await site.sessions(pairs.map((pair) => pair.recipient))];
  const streams = await listen(site.port, recipients);
  const client = new pg.Client(database.url);
  await client.connect();
  const highest = async () => Number((await client.query('select coalesce(max(id), 0) as id from messages')).rows[0].id);
  const storedAbove = async (id: number, upTo: number) =>
    Number(
      (
        await client.query('select count(*) as n from messages where id > $1 and id <= $2 and sender_id = any($3::bigint[])', [
          id,
          upTo,
          pairs.map((pair) => pair.sender),
        ])
      ).rows[0].n,
    );

  let acknowledged = 0;
  let stored = 0;
  const ours = async (limits: { seconds: number; requests?: number }) => {
    const turn = pairs.map(() => 0);
    const before = await highest();
    const result = await drive({
      port: site.port,
      connections: CLIENTS,
      status: 201,
      next(connection) {
        // A connection goes round its own four pairs, so that no sender ever has two messages on the way.
        const pair = pairs[connection + CLIENTS * (turn[connection]!++ % (PAIRS / CLIENTS))]!;
        return requestOf(
          'POST',
          '/api/chat.php',
          senders[pair.sender - 1]!,
          JSON.stringify({ conversation: pair.conversation, client_id: randomUUID(), text: TEXT }),
        );
      },
      ...limits,
    });
    if (result.refused > 0) throw new Error(`${result.refused} messages were refused.`);
    acknowledged += result.done;
    stored += await storedAbove(before, await highest());
    return result;
  };
  await ours({ seconds: 120, requests: warmUp });
  await alone(3);

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
  const delivered = await streams.settled(acknowledged);
  await client.end();
  const { db, close } = openDatabase({ url: database.url, size: 2, pooler: 'none', statementMs: 0 });
  const { faults, entries } = await reconcileLedger(db);
  await close();
  await streams.close();
  if (stored !== acknowledged || delivered !== acknowledged)
    throw new Error(`Acknowledged ${acknowledged}, stored ${stored}, delivered ${delivered}: the run does not count.`);
  if (faults.length > 0) throw new Error(`The ledger does not add up: ${JSON.stringify(faults.slice(0, 3))}`);
  return {
    id: other.id,
    title: other.title,
    goal: other.goal,
    rounds: all,
    notes: [
      `${CLIENTS} senders at once over ${PAIRS} conversations, ${PAIRS} open event streams.`,
      `Acknowledged ${acknowledged}, stored ${stored}, delivered ${delivered}; ${entries} ledger entries add up to the balances.`,
    ],
    statements: [{ text: other.script.split('\n')[1]!.replace(/;$/, '').replaceAll(':c', '1'), values: [] }],
  };
}

/** For pgbench: the same work as a send of ours, one message a transaction, by the senders of the first pairs. */
export const sendOneByOne = (pairs: number) => `\\set c random(1, ${pairs})
select * from send_messages(array[:c]::bigint[], array[:c]::bigint[], array[null]::bigint[], array[gen_random_uuid()], array['text'], array['${TEXT}'], array[null]::text[], array[null]::bigint[], array[1], array[0], array[2]);
`;

/** For pgbench: full batches of different senders; two clients never have the same sender, as the site's queue sees to. */
const sendBatches = `\\set c :client_id * ${PAIRS / IN_FLIGHT} + ${BATCH} * random(0, ${PAIRS / IN_FLIGHT / BATCH - 1})
select * from send_messages(${['n', 'n', 'null'].map((value) => each(`${value}::bigint`)).join(', ')}, ${each('gen_random_uuid()')}, ${each("'text'")}, ${each(`'${TEXT}'`)}, ${each('null::text')}, ${each('null::bigint')}, ${each('1')}, ${each('0')}, ${each('2')});
`;

function each(value: string): string {
  return `array(select ${value} from generate_series(:c + 1, :c + ${BATCH}) n)`;
}
