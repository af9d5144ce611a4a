import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { recordDrill } from '#server/operations/record-drill.ts';
import { configuredFile, DEFAULT_CONFIG, pgbackrest } from '#server/platform/backup/pgbackrest.ts';
import { readConfig } from '#server/platform/config.ts';
import { one, openDatabase, type Db } from '#server/platform/database/index.ts';
import { compareCopies } from './compare-copies.ts';
import { restoreTo } from './restore-to.ts';
import { startScratchServer } from './scratch-server.ts';

// `npm run backup:drill [-- --scratch FOLDER]`: restores everything that has been archived into a new folder below
// FOLDER, starts a PostgreSQL on it, compares it with the running database, and reports what a disaster at this moment
// would have cost (RPO) and how long the way back takes (RTO). The site keeps running; the copy is deleted.

const { values } = parseArgs({ options: { scratch: { type: 'string' } } });

try {
  const faults = await drill(resolve(values.scratch ?? tmpdir()));
  for (const fault of faults) console.error(`✗ ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function drill(place: string): Promise<string[]> {
  const { database } = readConfig(process.env);
  if (database.url === null)
    throw new Error('The drill needs DATABASE_URL: the embedded PostgreSQL has no WAL archive.');
  const address = new URL(database.ownerUrl ?? database.url);
  const config = configuredFile() ?? DEFAULT_CONFIG;
  const parent = mkdtempSync(join(place, 'liaison-drill-'));
  // PostgreSQL's user passes through it; the data folder itself is for that user only.
  chmodSync(parent, 0o711);
  const folder = join(parent, 'data');
  const original = openDatabase({ url: address.href, size: 2, pooler: database.pooler });
  try {
    const clock = stopwatch();
    await restoreTo({ config, folder, time: null, replaceData: false, scratch: true });
    const restored = clock();
    const server = await startScratchServer(
      folder,
      decodeURIComponent(address.username),
      address.pathname.slice(1),
    );
    const replayed = clock();
    const restoredAt = new Date();
    const copy = openDatabase({ url: server.url, size: 2, pooler: 'none' });
    try {
      const lost = await secondsLost(copy.db, restoredAt);
      const { tables, faults } = await compareCopies(original.db, copy.db);
      for (const { table, original: here, copy: there } of tables)
        if (here !== there) console.log(`  ${table.padEnd(26)} ${here} now, ${there} in the copy`);
      console.log(
        `Restored ${tables.length} tables${faults.length === 0 ? '; ledger and audit log are complete and add up' : ''}.`,
      );
      console.log(
        `RPO at most ${lost.toFixed(0)} s: the last archived transaction was so much older than the end of the restore.`,
      );
      console.log(
        `RTO ${replayed.toFixed(0)} s: files after ${restored.toFixed(0)} s, WAL replayed after ${replayed.toFixed(0)} s, compared after ${clock().toFixed(0)} s.`,
      );
      const all = [...faults, ...(await repositoryFaults(config))];
      await recordDrill(original.db, { lostSeconds: lost, restoreSeconds: replayed, faults: all.length });
      return all;
    } finally {
      await copy.close();
      await server.stop();
    }
  } finally {
    await original.close();
    rmSync(parent, { recursive: true, force: true });
  }
}

/** An upper bound: WAL is still archived while the copy is restored, but nothing later than its end is in it. */
async function secondsLost(copy: Db, restoredAt: Date): Promise<number> {
  const { last } = await one(
    sql<{ last: Date | null }>`select pg_last_xact_replay_timestamp() as last`.execute(copy),
  );
  if (last === null)
    throw new Error('The restored WAL contains no transaction: nothing was archived since the backup.');
  return Math.max(0, (restoredAt.getTime() - last.getTime()) / 1000);
}

async function repositoryFaults(config: string): Promise<string[]> {
  return pgbackrest(config, 'verify').then(
    () => [],
    (error: Error) => [error.message],
  );
}

function stopwatch(): () => number {
  const began = performance.now();
  return () => (performance.now() - began) / 1000;
}
