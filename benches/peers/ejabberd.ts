import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { must } from '#contract/must.ts';

const SCHEMA = '/usr/share/ejabberd/sql/pg.sql';
/** Debian's folder of ejabberd's code, by architecture. */
const LIBRARIES = '/usr/lib';

export const hasEjabberd = () =>
  existsSync(SCHEMA) && spawnSync('erl', ['-noshell', '-eval', 'halt(0).']).status === 0;

/**
 * ejabberd in a process of its own, which archives messages (XEP-0313, mod_mam) to a database on the same
 * PostgreSQL.
 */
export interface Ejabberd {
  port: number;
  pid: number;
  archived(): Promise<number>;
  stop(): Promise<void>;
}

export const userName = (member: number) => `u${member}`;
export const PASSWORD = 'bench';

export async function startEjabberd(base: string, members: readonly number[]): Promise<Ejabberd> {
  const url = await makeDatabase(base, members);
  const folder = mkdtempSync(join(tmpdir(), 'liaison-ejabberd-'));
  const port = await freePort();
  const config = join(folder, 'ejabberd.yml');
  writeFileSync(config, configText(port, url));
  mkdirSync(join(folder, 'mnesia'));
  const child = spawn(
    'erl',
    [
      '-noinput',
      '+K',
      'true',
      '+P',
      '250000',
      '-mnesia',
      'dir',
      `"${join(folder, 'mnesia')}"`,
      '-s',
      'ejabberd',
    ],
    {
      env: {
        ...process.env,
        HOME: folder,
        ERL_LIBS: libraries(),
        ERL_MAX_PORTS: '32000',
        EJABBERD_CONFIG_PATH: config,
        EJABBERD_LOG_PATH: join(folder, 'ejabberd.log'),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  try {
    await answering(port, child, join(folder, 'ejabberd.log'));
  } catch (error) {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  const client = new pg.Client(url);
  await client.connect();
  return {
    port,
    pid: must(child.pid, 'process ID of ejabberd'),
    archived: async () => Number((await client.query('select count(*) as n from archive')).rows[0].n),
    async stop() {
      await client.end();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL'); // its data is discarded
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeDatabase(base: string, members: readonly number[]): Promise<string> {
  const admin = new pg.Client(base);
  await admin.connect();
  await admin.query('drop database if exists bench_ejabberd with (force)');
  await admin.query('create database bench_ejabberd');
  await admin.end();
  const url = new URL(base);
  url.pathname = '/bench_ejabberd';
  const client = new pg.Client(url.href);
  await client.connect();
  await client.query(readFileSync(SCHEMA, 'utf8'));
  await client.query('insert into users (username, password) select name, $2 from unnest($1::text[]) name', [
    members.map(userName),
    PASSWORD,
  ]);
  await client.end();
  return url.href;
}

function configText(port: number, database: string): string {
  const { hostname, port: sqlPort, username, password } = new URL(database);
  return `hosts: [localhost]
loglevel: error
auth_method: [sql]
auth_password_format: plain
default_db: mnesia
sql_type: pgsql
sql_server: "${hostname}"
sql_port: ${sqlPort || 5432}
sql_database: bench_ejabberd
sql_username: "${decodeURIComponent(username)}"
sql_password: "${decodeURIComponent(password)}"
sql_pool_size: 10
new_sql_schema: false
listen:
  -
    port: ${port}
    ip: "127.0.0.1"
    module: ejabberd_c2s
    starttls: false
    shaper: none
    max_stanza_size: 65536
    backlog: 1024
shaper: {}
access_rules: { local: [{ allow: all }] }
modules:
  mod_mam:
    db_type: sql
    default: always
    user_mucsub_from_muc_archive: false
`;
}

function libraries(): string {
  for (const architecture of readdirSync(LIBRARIES)) {
    const folder = join(LIBRARIES, architecture);
    if (existsSync(join(folder, 'ejabberd-23.01', 'ebin'))) return folder;
  }
  throw new Error(`No ejabberd 23.01 was found below ${LIBRARIES}.`);
}

async function answering(port: number, child: ChildProcess, log: string): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 200) {
    if (child.exitCode !== null)
      throw new Error(
        `ejabberd ended with ${child.exitCode}: ${existsSync(log) ? readFileSync(log, 'utf8').slice(-2000) : 'no log'}`,
      );
    const open = await new Promise<boolean>((resolve) => {
      const socket: Socket = connect({ port, host: '127.0.0.1' });
      socket.once('connect', () => (socket.destroy(), resolve(true)));
      socket.once('error', () => resolve(false));
    });
    if (open) return;
    await wait(200);
  }
  throw new Error('ejabberd did not answer within a minute.');
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
