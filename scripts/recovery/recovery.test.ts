import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '#server/platform/database/migrate.ts';
import { chooseRunAs } from '#server/platform/database/run-as.ts';
import { freePort } from '#support/running-site.ts';

// Continuous backups of Debian's PostgreSQL with Debian's pgBackRest: set up, drilled, restored to a moment.

const BIN = '/usr/lib/postgresql/15/bin';
const missing = [`${BIN}/postgres`, '/usr/bin/pgbackrest'].filter((program) => !existsSync(program));

/** Stands for members who go on writing. */
const WRITE = `insert into newest_release (version) values ('1.0.0') on conflict (single) do update set asked_at = now()`;

describe.skipIf(missing.length > 0)(`continuous backups (${missing.join() || 'installed'})`, () => {
  const root = mkdtempSync(join(tmpdir(), 'liaison-recovery-'));
  const [data, repository, config] = [
    join(root, 'data'),
    join(root, 'repository'),
    join(root, 'conf/liaison.conf'),
  ];
  const runAs = chooseRunAs(root);
  let port = 0;
  let server: ChildProcess;

  const urlOf = (user: string, at = port, database = 'liaison') =>
    `postgres://${user}@127.0.0.1:${at}/${database}`;
  const env = () => ({
    PATH: process.env['PATH'],
    DATA_DIR: join(root, 'site'),
    DATABASE_URL: urlOf('liaison'),
    PGBACKREST_CONFIG: config,
    SECRET: 'a secret for tests, long enough to be taken',
  });
  const run = (script: string, ...words: string[]) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '..', script), ...words], {
      env: env(),
    }).then(
      ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        said: error.stdout + error.stderr,
      }),
    );
  const setUp = () =>
    run('recovery/set-up.ts', '--server', urlOf('postgres', port, 'postgres'), '--repository', repository);

  async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
    for (const end = Date.now() + 60_000; ; await wait(100)) {
      const client = new pg.Client(url);
      client.on('error', () => {});
      try {
        await client.connect();
        return (await client.query(statement)).rows;
      } catch (error) {
        const { code } = error as { code?: string };
        // Refused, or still starting.
        if ((code !== 'ECONNREFUSED' && code !== '57P03') || Date.now() > end) throw error;
      } finally {
        await client.end().catch(() => {});
      }
    }
  }

  const start = (folder: string, at: number): ChildProcess =>
    spawn(
      `${BIN}/postgres`,
      [
        '-D',
        folder,
        '-p',
        String(at),
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        `unix_socket_directories=${folder}`,
      ],
      { ...runAs, cwd: '/', env: { PATH: '/usr/bin:/bin' }, stdio: 'ignore' },
    );
  const stop = async (child: ChildProcess) => {
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    await exited;
  };

  beforeAll(async () => {
    chmodSync(root, 0o755);
    mkdirSync(data, { mode: 0o700 });
    if (runAs) chownSync(data, runAs.uid, runAs.gid);
    const made = spawnSync(
      `${BIN}/initdb`,
      ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'],
      {
        ...runAs,
        cwd: '/',
        env: { PATH: '/usr/bin:/bin' },
      },
    );
    if (made.status !== 0) throw new Error(String(made.stderr));
    port = await freePort();
    server = start(data, port);
    await ask(urlOf('postgres', port, 'postgres'), 'create role liaison login createrole');
    await ask(urlOf('postgres', port, 'postgres'), 'create database liaison owner liaison');
    await migrate({ url: urlOf('liaison'), pooler: 'none' });
  });
  afterAll(async () => {
    if (server) await stop(server);
    rmSync(root, { recursive: true, force: true });
  });

  test('is set up in two steps, with a restart between them', async () => {
    expect(await setUp()).toEqual({ code: 0, said: expect.stringContaining('Restart PostgreSQL') });
    expect((await run('commands/doctor.ts')).said).toMatch(/✗ Recovery +archive_mode is off/);
    await stop(server);
    server = start(data, port);
    await ask(urlOf('postgres'), 'select 1');
    expect(await setUp()).toEqual({ code: 0, said: expect.stringContaining('first full backup is taken') });
    expect(statSync(config).mode & 0o007, 'others cannot read the key').toBe(0);
    expect((await run('commands/doctor.ts')).said).toMatch(
      /✓ Recovery +the last WAL was archived \d+ s ago; the newest backup is 0 hours old; the repository is intact/,
    );
  });

  test('restores to a moment, and never into the folder of the database unless told to', async () => {
    await ask(urlOf('liaison'), `insert into newest_release (version) values ('1.0.0')`);
    const [{ moment } = {}] = await ask(urlOf('liaison'), 'select clock_timestamp()::text as moment');
    await ask(urlOf('liaison'), 'delete from newest_release');
    await ask(urlOf('postgres'), 'select pg_switch_wal()');
    await expect
      .poll(
        () =>
          ask(
            urlOf('postgres'),
            'select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) as done from pg_stat_archiver',
          ),
        { timeout: 60_000 },
      )
      .toEqual([{ done: true }]);

    expect((await run('recovery/restore.ts', '--time', 'yesterday', '--to', join(root, 'x'))).said).toContain(
      'time zone',
    );
    expect((await run('recovery/restore.ts')).said).toContain('Name a new folder with --to');
    expect((await run('recovery/restore.ts', '--to', data)).said).toContain('add --replace-data');
    expect((await run('recovery/restore.ts', '--to', repository)).said).toContain('is not empty');
    expect((await run('recovery/restore.ts', '--replace-data')).said).toContain('stop it first');

    const copy = join(root, 'copy');
    expect(await run('recovery/restore.ts', '--time', String(moment), '--to', copy)).toEqual({
      code: 0,
      said: expect.stringContaining(`${copy} is restored`),
    });
    const at = await freePort();
    const restored = start(copy, at);
    try {
      await expect
        .poll(
          () =>
            ask(
              urlOf('liaison', at),
              'select version, pg_is_in_recovery() as recovering from newest_release',
            ),
          { timeout: 60_000 },
        )
        .toEqual([{ version: '1.0.0', recovering: false }]);
      expect(await ask(urlOf('postgres', at), 'show archive_mode')).toEqual([{ archive_mode: 'off' }]);
    } finally {
      await stop(restored);
    }
    expect(await ask(urlOf('liaison'), 'select version from newest_release'), 'the original').toEqual([]);
  });

  test('a drill measures loss and recovery, compares, and leaves nothing behind', async () => {
    const scratch = join(root, 'scratch');
    mkdirSync(scratch, { mode: 0o755 });
    const drill = () => run('recovery/drill.ts', '--scratch', scratch);
    const members = setInterval(() => void ask(urlOf('liaison'), WRITE).catch(() => {}), 500);
    const { code, said } = await drill().finally(() => clearInterval(members));
    expect(said).toMatch(/^Restored \d+ tables; ledger and audit log are complete and add up\.$/m);
    expect(said).toMatch(/^RPO at most \d+ s: .*\nRTO \d+ s: /m);
    expect(code).toBe(0);
    expect(readdirSync(scratch)).toEqual([]);

    // Credits of nobody, as a ledger would have them that lost members.
    await ask(
      urlOf('postgres'),
      `insert into ledger_entries (member_id, kind, credits, counter_account, balance, idempotency_key) values (1, 'operator_grant', 5, 'granted', 5, 'nobody')`,
    );
    await ask(urlOf('postgres'), 'select pg_switch_wal()');
    const broken = await drill();
    expect(broken).toEqual({ code: 1, said: expect.stringMatching(/✗ .*ledger/) });
  });
});
