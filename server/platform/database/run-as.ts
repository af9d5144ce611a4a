import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The user PostgreSQL runs as; null is the user of this process. */
export type RunAs = { uid: number; gid: number } | null;

/**
 * PostgreSQL refuses to run as root: then its files' owner runs it, else the system's `postgres` user, else `nobody`.
 * It must be a user the system knows by name, since initdb asks for it.
 */
export function chooseRunAs(dataFolder: string): RunAs {
  if (process.getuid?.() !== 0) return null;
  const owner = ownerOf(dataFolder);
  if (owner && owner.uid !== 0) return owner;
  const user = knownUser('postgres') ?? knownUser('nobody');
  if (user) return user;
  throw new Error('PostgreSQL does not run as root and there is no user postgres or nobody to run it: start as another user, or set DATABASE_URL.');
}

/** Whether that user can make files in a folder: tried as that user, because modes alone do not tell. */
export function mayWrite(folder: string, runAs: RunAs): boolean {
  const script = 'cd "$1" && test -w .';
  return spawnSync('/bin/sh', ['-c', script, 'sh', folder], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0;
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
