import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { chooseRunAs } from '#server/platform/database/run-as.ts';

const PROGRAMS = ['/usr/lib/postgresql/MAJOR/bin', '/usr/pgsql-MAJOR/bin', '/usr/local/pgsql/bin'];
const RECOVERY_MS = 30 * 60_000;

export interface ScratchServer {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL on restored files and waits until it has replayed the WAL. It listens on a socket in the folder
 * only, which nobody else can enter, archives nothing, and reads no configuration of the original.
 */
export async function startScratchServer(
  folder: string,
  user: string,
  database: string,
): Promise<ScratchServer> {
  const owner = chooseRunAs(folder);
  // Debian keeps these files outside the data folder, so a restore does not bring them.
  for (const [name, content] of [
    ['drill.conf', ''],
    ['drill_hba.conf', 'local all all trust\n'],
  ] as const) {
    writeFileSync(join(folder, name), content);
    if (owner) chownSync(join(folder, name), owner.uid, owner.gid);
  }
  chmodSync(folder, 0o700);
  const settings = {
    config_file: join(folder, 'drill.conf'),
    hba_file: join(folder, 'drill_hba.conf'),
    listen_addresses: '',
    unix_socket_directories: folder,
    archive_mode: 'off',
    // Without it, the limits of the original must be repeated here.
    hot_standby: 'off',
  };
  const child = spawn(
    join(programsFor(folder), 'postgres'),
    ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...owner,
      cwd: '/',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (log = (log + part).slice(-4000)));
  const exited = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGINT');
    await exited;
  };
  const url = `postgres://${encodeURIComponent(user)}@localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(folder)}`;
  for (const end = Date.now() + RECOVERY_MS; ; await wait(100)) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL does not start on the restored files:\n${log}`);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ recovering: boolean }>(
        'select pg_is_in_recovery() as recovering',
      );
      await client.end();
      if (rows[0]?.recovering === false) return { url, stop };
    } catch (error) {
      if (Date.now() > end) {
        await stop();
        throw new Error(`The restored files did not become a database:\n${log}`, { cause: error });
      }
    }
  }
}

function programsFor(folder: string): string {
  const major = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  const places = PROGRAMS.map((place) => place.replace('MAJOR', major));
  const found = places.find((place) => existsSync(join(place, 'postgres')));
  if (found) return found;
  throw new Error(
    `PostgreSQL ${major} is in none of ${places.join(', ')}: run the drill where it is installed.`,
  );
}
