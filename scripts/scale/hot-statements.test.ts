import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assemble, type Site } from '#server/assemble.ts';
import { readConfig } from '#server/platform/config.ts';
import { grantToApp } from '#server/platform/database/app-role.ts';
import { createLog } from '#server/platform/log.ts';
import { Client, password } from '#support/app.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { makeMemoryFolder } from '#support/memory-folder.ts';
import {
  DISTRIBUTED,
  DISTRIBUTED_NAMES,
  FOREIGN_KEYS,
  LOCAL,
  preparation,
  type ForeignKey,
} from './distribution.ts';
import { makeHotCalls } from './hot-calls.ts';

// A cluster sends a statement to one node if it filters by the distribution column, and to all nodes
// otherwise. PostgreSQL prunes partitions by the same rule, so this test partitions each distributed table by
// that column, runs the hot calls, and counts the partitions that each statement reads.

const PARTS = 16;
/**
 * Two sides of a conversation and a few other keys. A statement without the column reads all sixteen
 * partitions.
 */
const MOST_READ = 4;

let database: TestDatabase;
let owner: pg.Client;
let watcher: pg.Client;
let site: Site;
let dataDir: string;
const people = new Map<string, Client>();

/** Statements that read too many partitions: the start of the text, the table and the number. */
const faults: string[] = [];
const watched = new Set<string>();
const query = pg.Client.prototype.query;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(database.url);
  watcher = new pg.Client(database.appUrl);
  await Promise.all([owner.connect(), watcher.connect()]);
  await split();
  dataDir = makeMemoryFolder('liaison-hot-');
  const config = readConfig({
    DATA_DIR: dataDir,
    SECRET: 'a secret for tests, long enough to be taken',
    LIMITS_SCALE: '1000',
    DATABASE_POOL: '4',
  });
  site = await assemble(config, database.appUrl, createLog(config, 'silent'));
  site.readiness.ready = true;
  const http = await site.createHttp();
  await http.ready();
  for (const [name, gender] of Object.entries({ anna: 'female', bram: 'male', chris: 'male' })) {
    const client = new Client(http, `10.9.0.${people.size + 1}`);
    const user = await client.must('signup', {
      body: {
        email: `${name}@example.test`,
        password,
        name: `${name[0]!.toUpperCase()}${name.slice(1)}`,
        gender,
        gender_sought: gender === 'male' ? 'female' : 'male',
        date_of_birth: '1990-06-15',
        country: 'NL',
        language: 'en',
        intimate_consent: true,
      } as never,
    });
    client.memberId = user.id;
    people.set(name, client);
  }
  await owner.query(
    `update members set status = 'active', paid_user = true, confirmed_at = now(), credits = 100; update profiles set status = 'active'`,
  );
});
afterAll(async () => {
  pg.Client.prototype.query = query;
  await site?.close();
  await Promise.all([owner?.end(), watcher?.end()]);
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Partitions each distributed table, after the statements that `scale:distribute` runs first. */
async function split(): Promise<void> {
  const keys = await owner.query<ForeignKey>(FOREIGN_KEYS, [DISTRIBUTED_NAMES]);
  for (const statement of preparation(keys.rows)) await owner.query(statement);
  for (const { table, by } of DISTRIBUTED) {
    await owner.query(`alter table ${table} rename to ${table}_whole`);
    // Fails if a unique key lacks the column, as on a cluster.
    await owner.query(`create table ${table} (like ${table}_whole including all) partition by hash (${by})`);
    for (let part = 0; part < PARTS; part++) {
      await owner.query(
        `create table ${table}_part${part} partition of ${table} for values with (modulus ${PARTS}, remainder ${part})`,
      );
    }
    await owner.query(`drop table ${table}_whole cascade`);
    // On a cluster a table keeps its sequence.
    await owner.query(`alter sequence if exists ${table}_id_seq1 rename to ${table}_id_seq`);
  }
  // They went with the tables whose rows they return. Without `+ 0`, as in db/cluster.
  const reads = readFileSync(
    join(import.meta.dirname, '../../db/functions/003_distributed_reads.sql'),
    'utf8',
  );
  await owner.query(reads.replace('conversation_id + 0', 'conversation_id'));
  await grantToApp(database.url, decodeURIComponent(new URL(database.appUrl).username));
}

/**
 * From now on, each statement of the site first runs on a separate connection, where it is measured and
 * rolled back.
 */
function watch(): void {
  const before = query as unknown as (this: pg.Client, ...args: unknown[]) => Promise<pg.QueryResult>;
  pg.Client.prototype.query = async function (this: pg.Client, ...args: unknown[]) {
    const config = args[0] as { text?: string; values?: unknown[] };
    if (
      this !== watcher &&
      this !== owner &&
      config.text &&
      /^\s*(?:select|insert|update|delete|with)\b/i.test(config.text)
    )
      await weigh(config.text, config.values);
    return before.apply(this, args);
  } as never;

  let turn: Promise<unknown> = Promise.resolve();
  function weigh(text: string, values: unknown[] = []): Promise<unknown> {
    turn = turn.then(async () => {
      // The statement could wait for locks that the site's open transaction holds.
      await before.call(watcher, `begin; set local lock_timeout = '200ms'`);
      try {
        await before.call(watcher, { text, values });
        const { rows } = await before.call(
          watcher,
          `select substring(relname from '^(.*)_part') as table, count(*)::int as parts from pg_stat_xact_user_tables
           where relname ~ '_part\\d+$' and seq_scan + coalesce(idx_scan, 0) > 0 group by 1`,
        );
        for (const { table, parts } of rows as { table: string; parts: number }[]) {
          watched.add(table);
          if (parts > MOST_READ)
            faults.push(
              `${table}: ${parts} of ${PARTS} parts are read by ${text.replace(/\s+/g, ' ').slice(0, 200)}`,
            );
        }
      } catch {
        // Statements that the site itself rejects do not matter here.
      } finally {
        await before.call(watcher, 'rollback');
      }
    });
    return turn;
  }
}

test('every hot statement filters by the distribution column of the tables it reads', async () => {
  const [anna, bram, chris] = ['anna', 'bram', 'chris'].map((name) => people.get(name)!) as [
    Client,
    Client,
    Client,
  ];
  watch();
  await makeHotCalls(anna, bram, chris);
  pg.Client.prototype.query = query;
  expect(faults).toEqual([]);
  expect([...watched].sort()).toEqual(expect.arrayContaining(['messages', 'participants']));
});

test('the manual lists the distribution column of every distributed table, and every local table, and all exist', async () => {
  const manual = readFileSync(join(import.meta.dirname, '../../docs/operate/scale.md'), 'utf8');
  for (const { table, by } of DISTRIBUTED)
    expect(manual).toMatch(new RegExp(`\\| \`${table}\` \\|[^|]*\\| \`${by}\` \\|`));
  for (const table of Object.keys(LOCAL)) expect(manual).toContain(`\`${table}\``);
  const { rows } = await owner.query<{ there: boolean }>(
    'select bool_and(to_regclass(name) is not null) as there from unnest($1::text[]) name',
    [[...DISTRIBUTED_NAMES, ...Object.keys(LOCAL)]],
  );
  expect(rows[0]!.there).toBe(true);
});

test('detects a statement without the column', async () => {
  watch();
  await site.app.db.selectFrom('messages').select('id').where('sender_id', '=', 1).execute();
  pg.Client.prototype.query = query;
  expect(faults).toEqual([expect.stringContaining(`messages: ${PARTS} of ${PARTS}`)]);
});
