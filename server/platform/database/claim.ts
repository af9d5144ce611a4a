import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface Claim {
  /** Describes the process that holds the folder, for a message. Null if this process now holds it. */
  holder: string | null;
  release(): void;
}

/**
 * How long a start waits for the lock. If two processes try at the same moment, both can fail at first, but
 * one of them must get the lock.
 */
const PATIENCE_MS = 200;

const SQLITE_BUSY = 5;

/** The locks of this process. A garbage-collected lock would be released. */
const held = new Set<DatabaseSync>();

/**
 * Claims a DATA_DIR for this process by an operating system lock on `liaison.lock`. SQLite takes the lock,
 * because Node has no call for it. Only one process can hold it, the system releases it when that process
 * dies, and it works across all containers of a machine. A PID file cannot do that, since each container has
 * its own PIDs; `liaison.pid` only says which process holds the lock.
 */
export function claimFolder(dataDir: string): Claim {
  const file = join(dataDir, 'liaison.pid');
  const refused = () => ({ holder: describeHolder(file), release: () => {} });
  const lock = new DatabaseSync(join(dataDir, 'liaison.lock'), { timeout: PATIENCE_MS });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)) throw error;
    return refused();
  }
  if (isHeldByOlderRelease(file)) {
    lock.close();
    return refused();
  }
  held.add(lock);
  writeFileSync(file, `${process.pid}\n${startOf(process.pid)}\n${hostname()}\n`);
  return {
    holder: null,
    release() {
      if (!held.delete(lock)) return;
      rmSync(file, { force: true });
      lock.close();
    },
  };
}

export function isRunning(pid: number, mark: string): boolean {
  return isAlive(pid) && commandOf(pid).includes(mark);
}

function describeHolder(file: string): string {
  try {
    const [pid, , host] = readFileSync(file, 'utf8').split('\n');
    return host && host !== hostname() ? `process ${pid} on ${host}` : `process ${pid}`;
  } catch {
    return 'a process that is starting';
  }
}

/** Older releases did not use the lock: they claim the folder by the PID in the file alone. */
function isHeldByOlderRelease(file: string): boolean {
  try {
    const [number, started, host] = readFileSync(file, 'utf8').split('\n');
    const pid = Number(number);
    return !host && pid > 0 && isAlive(pid) && startOf(pid) === started;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Start time of a process. PID and start time together identify one process permanently. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 22. Field 2 is a name in parentheses that may contain spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return ps(pid, 'lstart=');
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ps(pid, 'command=');
  }
}

function ps(pid: number, column: string): string {
  return spawnSync('ps', ['-p', String(pid), '-o', column], { encoding: 'utf8' }).stdout?.trim() ?? '';
}
