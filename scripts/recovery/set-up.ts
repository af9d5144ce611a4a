import { chmodSync, chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { must } from '#contract/must.ts';
import { configuredFile, DEFAULT_CONFIG, pgbackrest, STANZA } from '#server/platform/backup/pgbackrest.ts';
import { readConfig } from '#server/platform/config.ts';
import { deriveKey } from '#server/platform/secrets.ts';

// `npm run recovery:setup -- --server postgres://postgres@…/postgres --repository /mnt/backups/liaison`: prepares
// continuous backups on the machine of an outside PostgreSQL: writes pgBackRest's configuration, turns on WAL
// archiving, and takes the first full backup. Run it again after the restart of PostgreSQL that it asks for. It changes
// nothing that is as it should be.

/** PostgreSQL archives a WAL file at least this often, so at most this much work can be lost. */
const ARCHIVE_TIMEOUT = '30s';

const { values } = parseArgs({ options: { server: { type: 'string' }, repository: { type: 'string' } } });

try {
  if (!values.server || !values.repository)
    throw new Error(
      'Name the server, as its superuser, and the folder of the repository: npm run recovery:setup -- --server postgres://postgres@127.0.0.1/postgres --repository /mnt/backups/liaison',
    );
  await setUp(values.server, resolve(values.repository));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

interface Server {
  folder: string;
  port: string;
  socket: string;
  user: string;
  archiving: boolean;
}

async function setUp(url: string, repository: string): Promise<void> {
  const { secret } = readConfig(process.env);
  const file = configuredFile() ?? DEFAULT_CONFIG;
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    const server = await serverOf(client);
    if (!existsSync(server.folder))
      throw new Error(`${server.folder} is not on this machine: run this where PostgreSQL runs.`);
    writeConfiguration(
      file,
      repository,
      server,
      deriveKey(secret, 'pgbackrest repository').toString('base64url'),
    );
    console.log(
      `${file} is written. It contains a key derived from SECRET; the repository is unreadable without it.`,
    );
    await client.query(`alter system set archive_mode = 'on'`);
    await client.query(`alter system set archive_timeout = '${ARCHIVE_TIMEOUT}'`);
    await client.query(
      `alter system set archive_command = 'pgbackrest --config=${file} --stanza=${STANZA} archive-push %p'`,
    );
    await client.query('select pg_reload_conf()');
    if (!server.archiving)
      return console.log(
        'Restart PostgreSQL, because archive_mode changes with a restart only, then run this again.',
      );
    await pgbackrest(file, 'stanza-create');
    await pgbackrest(file, 'check');
    await pgbackrest(file, 'backup', ['--type=full']);
    console.log('WAL is archived and the first full backup is taken.');
    console.log(
      `Set PGBACKREST_CONFIG=${file} for the doctor, and run a backup each night: pgbackrest --config=${file} --stanza=${STANZA} backup`,
    );
  } finally {
    await client.end();
  }
}

async function serverOf(client: pg.Client): Promise<Server> {
  const { rows } = await client.query<Server & { sockets: string; superuser: boolean }>(`
    select current_setting('data_directory') as folder, current_setting('port') as port,
      split_part(current_setting('unix_socket_directories'), ',', 1) as socket, current_user as user,
      current_setting('archive_mode') <> 'off' as archiving, rolsuper as superuser
    from pg_roles where rolname = current_user`);
  const { superuser, ...server } = must(rows[0], 'the settings of the server');
  if (!superuser) throw new Error(`${server.user} is not a superuser of this server.`);
  if (server.socket === '') throw new Error('pgBackRest needs a Unix socket: set unix_socket_directories.');
  return server;
}

function writeConfiguration(file: string, repository: string, server: Server, key: string): void {
  const { uid, gid } = statSync(server.folder);
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
  const folders = [repository, `${repository}/log`];
  for (const folder of folders) mkdirSync(folder, { recursive: true, mode: 0o750 });
  const lines = [
    '[global]',
    `repo1-path=${repository}`,
    'repo1-cipher-type=aes-256-cbc',
    `repo1-cipher-pass=${key}`,
    'repo1-retention-full=2',
    'compress-type=lz4',
    'start-fast=y',
    `log-path=${repository}/log`,
    '',
    `[${STANZA}]`,
    `pg1-path=${server.folder}`,
    `pg1-port=${server.port}`,
    `pg1-socket-path=${server.socket}`,
    `pg1-user=${server.user}`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o640 });
  chmodSync(file, 0o640);
  if (process.getuid?.() !== 0) return;
  for (const folder of folders) chownSync(folder, uid, gid);
  // PostgreSQL's user reads it, whatever the group of the folder is.
  chownSync(file, uid, gid);
}
