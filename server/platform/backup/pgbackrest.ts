import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chooseRunAs } from '../database/run-as.ts';
import { text } from '../environment.ts';

export const STANZA = 'liaison';
export const DEFAULT_CONFIG = '/etc/pgbackrest/liaison.conf';

/** PGBACKREST_CONFIG, or null if this machine takes no continuous backups. */
export const configuredFile = (): string | null => text(process.env, 'PGBACKREST_CONFIG');

/** The folder of the running database that a configuration names. */
export function dataFolderOf(config: string): string {
  const folder = /^pg1-path=(.+)$/m.exec(read(config))?.[1];
  if (folder) return folder;
  throw new Error(`${config} names no pg1-path: write it with npm run recovery:setup.`);
}

function read(config: string): string {
  try {
    return readFileSync(config, 'utf8');
  } catch (error) {
    throw new Error(
      `${config} cannot be read: run npm run recovery:setup, and this as root or as PostgreSQL's user.`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Runs pgBackRest as the owner of the database's folder, because PostgreSQL runs it for each WAL file and both write
 * to the repository. Returns its output; throws what it complained about.
 */
export async function pgbackrest(config: string, command: string, options: string[] = []): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(
    'pgbackrest',
    [
      `--config=${config}`,
      `--stanza=${STANZA}`,
      '--log-level-console=off',
      '--log-level-stderr=warn',
      ...options,
      command,
    ],
    { ...chooseRunAs(dataFolderOf(config)), cwd: '/', env: { PATH: '/usr/local/bin:/usr/bin:/bin' } },
  );
  const output: Record<'stdout' | 'stderr', string> = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (part: string) => (output[stream] += part));
  child.once('error', (error) =>
    reject(new Error('pgBackRest is not installed: on Debian, apt install pgbackrest.', { cause: error })),
  );
  child.once('close', (code) =>
    code === 0
      ? resolve(output.stdout)
      : reject(new Error(`pgbackrest ${command} failed: ${(output.stderr || output.stdout).trim()}`)),
  );
  return promise;
}
