import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { chooseRunAs } from '#server/platform/database/run-as.ts';
import { endProcess } from '../processes/end-process.ts';
import { freePort } from '../running-site.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const PGBOUNCER = '/usr/sbin/pgbouncer';

export const missingPrograms = [`${BIN}/postgres`, `${BIN}/pg_basebackup`, PGBOUNCER].filter(
  (program) => !existsSync(program),
);

/** Debian's PostgreSQL 15 with a streaming standby, behind Debian's PgBouncer in transaction mode. */
export interface DebianDatabase {
  /** Connects through the pooler as the site's role. */
  appUrl: string;
  /** Connects directly to the primary as the owner of the tables. */
  ownerUrl: string;
  standbyUrl: string;
  killStandby(): Promise<void>;
  /** Kills the pooler, which breaks every connection. */
  killPooler(): Promise<void>;
  startPooler(): Promise<void>;
  close(): Promise<void>;
}

export async function startDebianDatabase(): Promise<DebianDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'liaison-debian-'));
  const runAs = chooseRunAs(folder);
  chmodSync(folder, 0o755);
  const own = (path: string) => {
    mkdirSync(path, { mode: 0o700 });
    if (runAs) chownSync(path, runAs.uid, runAs.gid);
    return path;
  };
  const options = { ...runAs, cwd: '/', env: { PATH: '/usr/bin:/bin' } };
  const must = (program: string, args: string[]) => {
    const { status, stderr } = spawnSync(program, args, options);
    if (status !== 0) throw new Error(`${program} failed: ${String(stderr)}`);
  };
  const [primary, standby, pooler] = [
    own(join(folder, 'primary')),
    own(join(folder, 'standby')),
    own(join(folder, 'pooler')),
  ];
  const [port, standbyPort, poolerPort] = [await freePort(), await freePort(), await freePort()];
  const serve = (data: string, at: number): ChildProcess =>
    spawn(
      `${BIN}/postgres`,
      [
        '-D',
        data,
        '-p',
        String(at),
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        'unix_socket_directories=',
        '-c',
        'max_connections=100',
        '-c',
        'jit=off',
      ],
      { ...options, stdio: 'ignore' },
    );

  must(`${BIN}/initdb`, [
    '-D',
    primary,
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ]);
  const server = serve(primary, port);
  const address = (user: string, at: number) => `postgres://${user}@127.0.0.1:${at}/liaison`;
  await ask(address('postgres', port).replace('/liaison', '/postgres'), [
    'create role liaison login createrole',
    'create role liaison_site login',
    'create database liaison owner liaison',
  ]);
  must(`${BIN}/pg_basebackup`, [
    '-D',
    standby,
    '-R',
    '-c',
    'fast',
    '-d',
    address('postgres', port).replace('/liaison', ''),
  ]);
  const follower = serve(standby, standbyPort);
  await ask(address('postgres', standbyPort), []);

  const file = join(pooler, 'pgbouncer.ini');
  writeFileSync(join(pooler, 'users.txt'), '"liaison_site" ""\n');
  writeFileSync(
    file,
    `[databases]\nliaison = host=127.0.0.1 port=${port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${poolerPort}\nunix_socket_dir =\nauth_type = trust\nauth_file = ${join(pooler, 'users.txt')}\npool_mode = transaction\ndefault_pool_size = 10\nmax_client_conn = 200\n`,
  );
  chmodSync(pooler, 0o755);
  let bouncer: ChildProcess;
  const startPooler = async () => {
    bouncer = spawn(PGBOUNCER, [file], { ...options, stdio: 'ignore' });
    await ask(address('liaison_site', poolerPort), []);
  };
  await startPooler();

  return {
    appUrl: address('liaison_site', poolerPort),
    ownerUrl: address('liaison', port),
    standbyUrl: address('liaison_site', standbyPort),
    killStandby: () => endProcess(follower, 'SIGKILL'),
    killPooler: () => endProcess(bouncer, 'SIGKILL'),
    startPooler,
    async close() {
      await endProcess(bouncer, 'SIGKILL');
      await Promise.all([endProcess(follower, 'SIGQUIT'), endProcess(server, 'SIGQUIT')]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs statements one by one once the server accepts connections. */
async function ask(url: string, statements: string[]): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      for (const statement of statements) await client.query(statement);
      return void (await client.end());
    } catch (error) {
      await client.end().catch(() => {});
      if (tries > 400) throw error;
      await wait(50);
    }
  }
}
