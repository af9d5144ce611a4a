import { spawnSync } from 'node:child_process';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The answer to claiming a DATA_DIR. */
export interface Claim {
  /** The process that holds it; null when it is ours now. */
  holder: number | null;
  release(): void;
}

/**
 * Claims a DATA_DIR for this process by a file with its number. The claim of a process that is gone, or whose number
 * another program has now, does not count.
 */
export function claimFolder(dataDir: string): Claim {
  const file = join(dataDir, 'liaison.pid');
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${process.pid}\n${startOf(process.pid)}\n`);
  try {
    for (;;) {
      try {
        linkSync(draft, file);
        return { holder: null, release: () => rmSync(file, { force: true }) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = readHolder(file);
      if (holder !== null) return { holder, release: () => {} };
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Whether a process of that number runs a program whose command line names `mark`. */
export function isRunning(pid: number, mark: string): boolean {
  return isAlive(pid) && commandOf(pid).includes(mark);
}

function readHolder(file: string): number | null {
  try {
    const [number, started] = readFileSync(file, 'utf8').split('\n');
    const pid = Number(number);
    return pid > 0 && isAlive(pid) && startOf(pid) === started ? pid : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When the process began, as the system tells it: with the number it names one process for good. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The 22nd field; the second is a name in parentheses that may hold spaces.
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
