import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from '#server/platform/database/binaries.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { chooseRunAs } from '#server/platform/database/run-as.ts';
import { makeMemoryFolder } from '../memory-folder.ts';
import { freePort } from '../running-site.ts';

/** A PostgreSQL with a streaming standby, both from the binaries that the site ships. */
export interface Streaming {
  url: string;
  standbyUrl: string;
  /** Makes the standby receive changes without applying them, until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  caughtUp(): Promise<void>;
  /** Promotes the standby and restarts it: it accepts writes and no longer follows the primary. */
  promote(): Promise<void>;
  killStandby(): Promise<void>;
  close(): Promise<void>;
}

const PATIENCE_MS = 60_000;

/** Starts a migrated primary and its standby, which begins as a copy of the stopped primary. */
export async function startStreaming(): Promise<Streaming> {
  const folder = makeMemoryFolder('liaison-streaming-');
  const [dataDir, copyDir] = [join(folder, 'primary'), join(folder, 'standby')];
  const begun = await startEmbedded({ dataDir });
  await migrate({ url: begun.url, pooler: 'none' });
  await begun.stop();
  const memory = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as {
    folder: string;
    adminPassword: string;
  };
  // The copy is beside the primary's data, where PostgreSQL's user is sure to have access.
  const copy = memory.folder.startsWith(folder) ? copyDir : `${memory.folder}-standby`;
  const copied = spawnSync('cp', ['-a', memory.folder, copy]);
  if (copied.status !== 0) throw new Error(`The primary could not be copied: ${copied.stderr}`);

  const primary = await startEmbedded({ dataDir });
  const from = new URL(primary.url);
  const port = await freePort();
  writeFileSync(join(copy, 'standby.signal'), '');
  appendFileSync(
    join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${from.port} user=postgres password=${memory.adminPassword}'\nport = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nmax_connections = 120\n`,
  );
  const runAs = chooseRunAs(memory.folder);
  const start = (): ChildProcess =>
    spawn(findBinaries(runAs).postgres, ['-D', copy], {
      ...runAs,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      stdio: 'ignore',
    });
  let standby = start();
  const standbyUrl = Object.assign(new URL(primary.url), { port: String(port), search: '' }).href; // the standby has no socket
  const admin = Object.assign(new URL(standbyUrl), {
    username: 'postgres',
    password: memory.adminPassword,
  }).href;

  const end = async (signal: NodeJS.Signals) => {
    if (standby.exitCode !== null || standby.signalCode !== null) return;
    const exited = once(standby, 'exit');
    standby.kill(signal);
    await exited;
  };
  const kill = () => end('SIGKILL');
  const streaming: Streaming = {
    url: primary.url,
    standbyUrl,
    pause: async () => void (await ask(admin, 'select pg_wal_replay_pause()')),
    resume: async () => void (await ask(admin, 'select pg_wal_replay_resume()')),
    async caughtUp() {
      const [{ lsn }] = await ask<{ lsn: string }>(primary.url, 'select pg_current_wal_lsn()::text as lsn');
      for (const end = Date.now() + PATIENCE_MS; ; await wait(50)) {
        const there = await ask<{ there: boolean }>(
          standbyUrl,
          `select pg_last_wal_replay_lsn() >= '${lsn}'::pg_lsn as there`,
        ).catch(() => []);
        if (there[0]?.there) return;
        if (Date.now() > end) throw new Error('The standby does not follow.');
      }
    },
    async promote() {
      await ask(admin, 'select pg_promote()');
      await end('SIGINT');
      standby = start();
      for (const deadline = Date.now() + PATIENCE_MS; ; await wait(50)) {
        if (await ask(standbyUrl, 'select 1').catch(() => null)) return;
        if (Date.now() > deadline) throw new Error('The promoted standby does not start.');
      }
    },
    killStandby: kill,
    async close() {
      await kill();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
      rmSync(copy, { recursive: true, force: true });
    },
  };
  try {
    await streaming.caughtUp();
  } catch (error) {
    await streaming.close();
    throw error;
  }
  return streaming;
}

async function ask<Row = unknown>(url: string, statement: string): Promise<[Row, ...Row[]]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows as [Row, ...Row[]];
  } finally {
    await client.end();
  }
}
