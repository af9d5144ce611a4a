import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { itemAt } from '#contract/must.ts';
import { seedBulk } from '#seeds/bulk.ts';
import { reconcileLedger } from '#server/credits/index.ts';
import { openDatabase } from '#server/platform/database/index.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { makeMemoryFolder } from '#support/memory-folder.ts';
import { startSite } from '../../benches/bench-site.ts';
import { clusterScript, startLocalCluster, type LocalCluster } from './cluster-script.ts';
import { distributeTables } from './distribute-tables.ts';

// `npm run scale:kill-worker [-- --senders 32 --seconds 10 --down 5 --port 5790]`: starts a cluster and a site on it, lets
// members send, kills a worker's postmaster with SIGKILL, restarts it, and compares what was acknowledged with what is
// stored. Exits with 1 if a message is missing or stored twice, the ledger does not add up, a transaction stays prepared,
// sends do not work again, or a send got another response than 201 or 503.

const { values } = parseArgs({
  options: {
    senders: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '10' },
    down: { type: 'string', default: '5' },
    port: { type: 'string', default: '5790' },
  },
});
const SENDERS = Number(values.senders);
const PHASE_MS = Number(values.seconds) * 1000;
const DOWN_MS = Number(values.down) * 1000;
const MEMBERS = 2000;
const RETRY_MS = 250;
const RESTARTS = 60;

type Phase = 'before' | 'down' | 'after';

interface Sent {
  at: number;
  phase: Phase;
  status: number;
  ms: number;
}

let phase: Phase = 'before';
let ended = false;
const answers: Sent[] = [];
/** The client's ids of acknowledged messages, by sender. */
const acknowledged: { sender: number; clientId: string }[] = [];

async function prepare(cluster: LocalCluster): Promise<string> {
  const url = await cluster.createDatabase('kill_worker');
  await migrate({ url, pooler: 'none' });
  const client = new pg.Client(url);
  await client.connect();
  await seedBulk(client, { members: MEMBERS });
  await distributeTables(client);
  await client.end();
  return url;
}

/** Sends one message after the other, and repeats each with the same id until it is acknowledged, as the web client does. */
async function send(port: number, sender: number, cookie: string): Promise<void> {
  while (!ended) {
    const clientId = randomUUID();
    const body = JSON.stringify({ conversation: sender, client_id: clientId, text: 'Hello' });
    for (let stored = false; !stored && !ended;) {
      const began = performance.now();
      const status = await post(port, cookie, body);
      answers.push({ at: Date.now(), phase, status, ms: performance.now() - began });
      stored = status === 201;
      if (stored) acknowledged.push({ sender, clientId });
      else await wait(RETRY_MS);
    }
  }
}

async function post(port: number, cookie: string, body: string): Promise<number> {
  try {
    const response = await fetch(`http://localhost:${port}/api/chat.php`, {
      method: 'POST',
      headers: { cookie: `auth=${cookie}`, 'content-type': 'application/json', 'x-request-type': 'client' },
      body,
    });
    const text = await response.text();
    if (response.status !== 201 && response.status !== 503)
      console.error(`${response.status}: ${text.slice(0, 200)}`);
    return response.status;
  } catch (error) {
    console.error(String(error));
    return 0;
  }
}

/** Processes of the killed postmaster may hold its memory for a moment, which refuses the start. */
async function restart(cluster: LocalCluster): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await cluster.start();
    } catch (error) {
      if (tries === RESTARTS) throw error;
      await wait(500);
    }
  }
}

function report(restartedAt: number): void {
  for (const name of ['before', 'down', 'after'] as const) {
    const all = answers.filter((answer) => answer.phase === name);
    const counts = new Map<number, number>();
    for (const { status } of all) counts.set(status, (counts.get(status) ?? 0) + 1);
    const slowest = Math.max(0, ...all.map(({ ms }) => ms));
    const found = [...counts].map(([status, count]) => `${count} x ${status}`).join(', ');
    console.log(`${name}: ${found}; slowest ${slowest.toFixed(0)} ms`);
  }
  const last = answers.findLast(({ status }) => status !== 201);
  const seconds = last ? Math.max(0, (last.at - restartedAt) / 1000) : 0;
  console.log(`The last refusal came ${seconds.toFixed(1)} s after the restart.`);
}

async function findFaults(cluster: LocalCluster, url: string): Promise<string[]> {
  const faults: string[] = [];
  const client = new pg.Client(url);
  await client.connect();
  const { rows: recovered } = await client.query('select recover_prepared_transactions() as number');
  console.log(`Prepared transactions recovered by hand: ${recovered[0].number}.`);
  const { rows: prepared } = await client.query(
    `select * from run_command_on_all_nodes('select count(*) from pg_prepared_xacts where database = current_database()')`,
  );
  if (prepared.some(({ result }) => Number(result) > 0))
    faults.push('A transaction is still prepared on a node.');
  const { rows } = await client.query<{ sender: number; client: string; copies: number }>(
    `select sender_id as sender, client_id as client, count(*)::int as copies from messages where sender_id <= $1 and body = 'Hello' group by 1, 2`,
    [SENDERS],
  );
  const copies = new Map(rows.map(({ sender, client: id, copies: number }) => [`${sender} ${id}`, number]));
  for (const { sender, clientId } of acknowledged) {
    const found = copies.get(`${sender} ${clientId}`) ?? 0;
    if (found !== 1) faults.push(`Message ${clientId} of member ${sender} is stored ${found} times.`);
  }
  // Each sender may have one whose response never came.
  if (copies.size > acknowledged.length + SENDERS)
    faults.push(`${copies.size} messages are stored, ${acknowledged.length} were acknowledged.`);
  console.log(`Acknowledged ${acknowledged.length}, stored ${copies.size}.`);
  await client.end();
  const { db, close } = openDatabase({ url, size: 2, pooler: 'none', statementMs: 0 });
  const { faults: wrong, entries, total } = await reconcileLedger(db);
  await close();
  console.log(`${entries} ledger entries; the accounts and balances sum to ${total}.`);
  if (wrong.length > 0 || total !== 0)
    faults.push(`The ledger does not add up: ${JSON.stringify(wrong.slice(0, 3))}`);
  const odd = answers.filter(({ status }) => status !== 201 && status !== 503);
  if (odd.length > 0) faults.push(`${odd.length} sends got another response than 201 or 503.`);
  if (itemAt(answers, -1).status !== 201 && !answers.slice(-SENDERS).some(({ status }) => status === 201))
    faults.push('Sends do not work again.');
  return faults;
}

async function killAndCompare(cluster: LocalCluster): Promise<string[]> {
  const url = await prepare(cluster);
  const site = await startSite(url, { LOG_LEVEL: 'error' });
  try {
    const senders = Array.from({ length: SENDERS }, (_, index) => index + 1);
    const cookies = await site.sessions(senders);
    const loops = senders.map((sender, index) => send(site.port, sender, itemAt(cookies, index)));
    await wait(PHASE_MS);
    phase = 'down';
    process.kill(cluster.postmaster(1), 'SIGKILL');
    await wait(DOWN_MS);
    await restart(cluster);
    phase = 'after';
    const restartedAt = Date.now();
    await wait(PHASE_MS);
    ended = true;
    await Promise.all(loops);
    report(restartedAt);
    return await findFaults(cluster, url);
  } finally {
    await site.stop();
  }
}

const script = clusterScript();
if (!script) {
  console.log('Skipped: CLUSTER_SCRIPT does not name a script that starts a cluster.');
} else {
  const cluster = await startLocalCluster(
    script,
    makeMemoryFolder('liaison-kill-worker-'),
    Number(values.port),
  );
  try {
    const faults = await killAndCompare(cluster);
    for (const fault of faults.slice(0, 20)) console.error(fault);
    console.log(faults.length === 0 ? 'Nothing was lost.' : `${faults.length} faults.`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    await cluster.remove();
  }
}
