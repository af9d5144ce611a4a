import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { isRunning } from './claim.ts';
import { socketFits, socketIn, type Memory } from './embedded-memory.ts';
import type { RunAs } from './run-as.ts';

const STOP_TIMEOUT_SECONDS = 30;
/** How long the processes of a PostgreSQL take to notice that their postmaster is gone. */
const ORPHANS_MS = 5000;

/**
 * Opens the reading end of a pipe in DATA_DIR, which PostgreSQL inherits and this process then closes.
 * Returns null on systems without named pipes. All processes of the server inherit it, so the pipe has a
 * reader as long as one of them lives, in any container. The claim of the folder cannot show this, because
 * PostgreSQL outlives a killed Liaison.
 */
export function openLifeLine(dataDir: string): number | null {
  spawnSync('mkfifo', ['-m', '600', lifeLine(dataDir)], { stdio: 'ignore' });
  try {
    return openSync(lifeLine(dataDir), constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return null;
  }
}

const lifeLine = (dataDir: string) => join(dataDir, 'postgres.alive');

/**
 * Returns whether any process of PostgreSQL works on the folder: a pipe can be opened for writing only while
 * it has a reader.
 */
function holdsLifeLine(dataDir: string): boolean {
  try {
    closeSync(openSync(lifeLine(dataDir), constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch {
    return false;
  }
}

/**
 * Stops a PostgreSQL that a killed Liaison left running. If one still works on the folder but is not a
 * process here, it runs in another container. Only that container can stop it, and a second server on the
 * same files would destroy them, so this throws. If no server works on the folder, a leftover postmaster.pid
 * is removed: its PID may belong to another program by now, which would prevent PostgreSQL from starting.
 */
export async function stopLeftover(
  binaries: Binaries,
  dataDir: string,
  memory: Memory,
  runAs: RunAs,
): Promise<void> {
  const { folder } = memory;
  const pid = postmasterPid(folder);
  if (pid !== null && isRunning(pid, folder)) stopServer(binaries, folder, runAs);
  for (const end = Date.now() + ORPHANS_MS; await isInUse(dataDir, memory); await wait(100)) {
    if (Date.now() < end) continue;
    throw new Error(
      `A PostgreSQL of another container, or one that cannot be stopped from here, still works on ${folder}: stop it, then start again.`,
    );
  }
  rmSync(join(folder, 'postmaster.pid'), { force: true });
}

const isInUse = async (dataDir: string, memory: Memory) =>
  holdsLifeLine(dataDir) || (await takesConnections(memory));

/**
 * Returns whether a server listens on the socket in the folder. Older releases started the server without the
 * pipe.
 */
function takesConnections({ folder, port }: Memory): Promise<boolean> {
  if (!socketFits(folder)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const probe = connect(socketIn(folder, port));
    const tell = (listens: boolean) => {
      probe.destroy();
      resolve(listens);
    };
    probe.once('connect', () => tell(true));
    probe.once('error', () => tell(false));
  });
}

/**
 * Fast shutdown by pg_ctl: ends sessions and writes everything. A server that does not react is then stopped
 * immediately.
 */
export function stopServer(binaries: Binaries, folder: string, runAs: RunAs): void {
  const stop = (mode: string, seconds: number) =>
    spawnSync(binaries.pgCtl, ['stop', '-D', folder, '-m', mode, '-w', '-t', String(seconds)], {
      ...runAs,
      cwd: '/',
      stdio: 'ignore',
    }).status === 0;
  if (postmasterPid(folder) === null) return;
  if (!stop('fast', STOP_TIMEOUT_SECONDS)) stop('immediate', STOP_TIMEOUT_SECONDS);
}

/** The PID in postmaster.pid. It may belong to another container. */
export function postmasterPid(folder: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10);
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}
