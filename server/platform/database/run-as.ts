import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The user that PostgreSQL runs as. Null is the current user. */
export type RunAs = { uid: number; gid: number } | null;

/**
 * PostgreSQL refuses to run as root. A root process runs it as the owner of its files, else as the system's
 * `postgres` user, else as `nobody`. It must be a named user, since initdb looks the name up.
 */
export function chooseRunAs(dataFolder: string): RunAs {
  if (process.getuid?.() !== 0) return null;
  const owner = ownerOf(dataFolder);
  if (owner && owner.uid !== 0) return owner;
  const user = knownUser('postgres') ?? knownUser('nobody');
  if (user) return user;
  throw new Error(
    'PostgreSQL does not run as root and this system has no user postgres or nobody: start as another user, or set DATABASE_URL.',
  );
}

/**
 * Returns whether that user can create files in a folder. A process of that user tries it, because file modes
 * alone do not decide it.
 */
export function mayWrite(folder: string, runAs: RunAs): boolean {
  const script = 'cd "$1" && test -w .';
  return (
    spawnSync('/bin/sh', ['-c', script, 'sh', folder], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0
  );
}

function ownerOf(folder: string): RunAs {
  try {
    const { uid, gid } = statSync(folder);
    return { uid, gid };
  } catch {
    return null;
  }
}

function knownUser(name: string): RunAs {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}
