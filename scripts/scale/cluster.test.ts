import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { must } from '#contract/must.ts';
import { grantCredits, reconcileLedger } from '#server/credits/index.ts';
import { backUp } from '#server/platform/backup/back-up.ts';
import { password, testApp } from '#support/app.ts';
import { createClusterDatabase } from '#support/database.ts';
import { plant } from '#support/members.ts';
import { makeMemoryFolder } from '#support/memory-folder.ts';
import { operatorWith } from '#support/office/office-work.ts';
import { findCluster } from '#support/services/cluster.ts';
import { restore } from '../restore/restore-site.ts';
import { clusterScript, startLocalCluster, type LocalCluster } from './cluster-script.ts';
import { makeHotCalls } from './hot-calls.ts';

// What members do most, on a real Citus cluster: the one at CLUSTER_URL (`npm run test:cluster`), or one that
// a script starts. Without either, the tests are skipped.

const script = clusterScript();
const given = inject('cluster');
/** Below the range of ports that the system gives to others. */
const port = 21_000 + 3 * (process.pid % 3000);

let cluster: LocalCluster | undefined;
const query = pg.Client.prototype.query;

async function openDatabase() {
  const database = await createClusterDatabase(given ?? (await findCluster((await startCluster()).url)));
  const { pathname } = new URL(database.url);
  await database.asOwner(`alter database ${pathname.slice(1)} set citus.log_remote_commands = on`);
  return database;
}

const startCluster = async () =>
  (cluster = await startLocalCluster(
    must(script, 'script that starts a cluster'),
    makeMemoryFolder('liaison-cluster-'),
    port,
  ));

afterAll(async () => {
  pg.Client.prototype.query = query;
  await cluster?.remove();
});

/**
 * Collects the statements that read or write more than one shard of a table. With `citus.log_remote_commands`, the
 * coordinator reports each command that it sends to a node, with its values: the same command for several shards is one
 * statement with several tasks.
 */
function watchTasks(): { faults: string[]; commands: () => number; prepared: () => number } {
  const faults: string[] = [];
  let commands = 0;
  let prepared = 0;
  const listening = new WeakSet<pg.Client>();
  const shards = new WeakMap<pg.Client, Map<string, Set<string>>>();
  const noticed = (client: pg.Client, notice: string) => {
    if (notice.startsWith('issuing PREPARE TRANSACTION')) prepared++;
    const command = /^issuing (?=select|insert|update|delete|with)(.*)/is.exec(notice)?.[1];
    const shard = command && /\bpublic\.\w+?_(\d{6,})\b/.exec(command)?.[1];
    if (!shard) return;
    commands++;
    const text = command.replaceAll(/(\bpublic\.\w+?_)\d{6,}\b/g, '$1…');
    const found = shards.get(client)?.get(text) ?? new Set();
    shards.get(client)?.set(text, found.add(shard));
    if (found.size === 2) faults.push(text.slice(0, 300));
  };
  const send = query as (this: pg.Client, ...args: unknown[]) => unknown;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: unknown[]) {
      shards.set(this, new Map());
      if (!listening.has(this)) this.on('notice', ({ message }) => noticed(this, message ?? ''));
      listening.add(this);
      return send.apply(this, args);
    },
  });
  return { faults, commands: () => commands, prepared: () => prepared };
}

describe.skipIf(!given && !script)('on a cluster', () => {
  const site = testApp({}, { openDatabase });

  test('members sign up, write, buy credits and delete their account', async () => {
    const [anna, bram] = [await site.as('anna'), await site.as('bram', { gender: 'male' })];
    const first = { profile: bram.memberId, client_id: randomUUID(), text: 'Hello' };
    await anna.must('send', { body: first });
    // A repeat after a lost response stores nothing.
    await anna.must('send', { body: first });
    const { chats } = await bram.must('chats');
    expect(chats).toHaveLength(1);
    const { messages } = await bram.must('chat', { query: { profile: anna.memberId } });
    expect(messages.map(({ text }) => text)).toEqual(['Hello']);

    const { payment_id } = await anna.must('startPayment', {
      body: { package: 2, method: 'ideal', idempotency_key: randomUUID(), consent: true },
    });
    await anna.request('POST', `/sandbox/checkout/${payment_id}`, {
      payload: JSON.stringify({ outcome: 'paid' }),
      headers: { 'content-type': 'application/json' },
    });
    expect(await anna.must('user')).toMatchObject({ credits: 50, paid_user: true });
    const price = 1;
    await anna.must('send', { body: { ...first, client_id: randomUUID(), text: 'Again' } });
    const { credits } = await anna.must('user');
    expect([50, 50 - price]).toContain(credits);

    await anna.must('deleteUser', { body: { reason: 'other', remarks: '', password } });
    await site.shiftClock(40 * 86_400);
    await site.app.jobs.add(site.db, 'account-purge');
    await site.runJobs();
    await site.shiftClock(0);
    const { rows } = await sql`select from messages_between('-infinity', 'infinity')`.execute(site.db);
    expect(rows).toHaveLength(0);
    const { faults, total } = await reconcileLedger(site.db);
    expect({ faults, total }).toEqual({ faults: [], total: 0 });
  });

  test('each hot statement is one task on one node, and one of several is detected', async () => {
    // One after the other, because running jobs for one of them may take the mail of another.
    const dora = await site.as('dora', { credits: 50 });
    const emil = await site.as('emil', { gender: 'male', credits: 50 });
    const finn = await site.as('finn', { gender: 'male', credits: 50 });
    const { faults, commands } = watchTasks();
    await makeHotCalls(dora, emil, finn);
    expect(faults).toEqual([]);
    expect(commands()).toBeGreaterThan(50);
    await sql`select from messages_with(1)`.execute(site.db);
    expect(faults).toEqual([expect.stringContaining('image_id')]);
  });

  test('commits in two phases what it writes on the first node and on one other', async () => {
    const gina = await site.as('gina');
    const { prepared } = watchTasks();
    await grantCredits(site.db, {
      member: gina.memberId,
      kind: 'operator_grant',
      credits: 5,
      key: 'two phases',
    });
    expect(prepared()).toBe(1);
  });

  test('a backup leaves out what only a cluster has, and a restore refuses the cluster without changes', async () => {
    const folder = makeMemoryFolder('liaison-backup-');
    const path = join(folder, 'backup.tar.gz');
    const source = { url: site.databaseUrl, storage: site.app.storage };
    const { tables } = await backUp(source, path);
    const rows = new Map(tables.map((table) => [table.table, table.rows]));
    expect(rows.get('messages')).toBeGreaterThan(0);
    expect(rows.has('two_phases')).toBe(false);
    await expect(
      restore(source, path, { replace: true, unsealed: true, purge: async () => {} }),
    ).rejects.toThrow('on a cluster');
    expect((await (await site.as('dora')).must('chats')).chats).toHaveLength(2);
    rmSync(folder, { recursive: true });
  });

  test('the books tell the months apart although nodes add up the entries of a member', async () => {
    const id = await plant(site);
    const entry = (at: string, credits: number, key: string) => sql`
      insert into ledger_entries (member_id, kind, credits, counter_account, balance, idempotency_key, created_at)
      values (${id}, 'operator_grant', ${credits}::int, 'granted', 0, ${key}, ${at}::timestamptz)`;
    // Hours before July on any site, in the middle of it, and hours after its end.
    await entry('2020-06-30T12:00Z', 10, 'june').execute(site.db);
    await entry('2020-07-15T12:00Z', 5, 'july').execute(site.db);
    await entry('2020-07-20T12:00Z', 6, 'july too').execute(site.db);
    await entry('2020-08-01T12:00Z', 2, 'august').execute(site.db);
    const owner = await operatorWith(site, 'owner');
    const { credits } = await owner.must('adminBooks', { query: { month: '2020-07' } });
    expect(credits).toMatchObject({ before: 10, given: 11, outstanding: 21 });
  });
});
