import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { upgradeNotes } from '../upgrade/release-notes.ts';
import { goBack, releaseOf, upgrade, type Steps } from '../upgrade/switch-release.ts';

// `npm run upgrade -- FOLDER [--no-backup]`: upgrades to the release in FOLDER, and rolls back on failure.
// `npm run upgrade -- --back` returns to the previous release. docs/operate/upgrade.md shows the folders of
// releases.

const WELL_TIMES = 10;
const WELL_MS = 120_000;
const ROOT = join(import.meta.dirname, '../..');

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { back: { type: 'boolean' }, 'no-backup': { type: 'boolean' } },
});

const steps: Steps = {
  build: (release) => run(process.execPath, [join(release, 'scripts/start.mjs'), '--build-only'], release),
  backUp: values['no-backup']
    ? null
    : () => run(process.execPath, [join(ROOT, 'scripts/commands/backup.ts'), '--scheduled'], ROOT),
  migrate: (release) => run(process.execPath, [join(release, 'scripts/commands/migrate.ts')], release),
  restart: () =>
    run('/bin/sh', ['-c', process.env['UPGRADE_RESTART'] ?? 'systemctl reload-or-restart liaison'], ROOT),
  healthy,
  say: (line) => console.log(line),
};

try {
  const current = currentLink();
  if (values.back) console.log(`${await goBack(current, steps)} is running again.`);
  else if (positionals[0]) {
    const next = folderOf(positionals[0]);
    printNotes(releaseOf(current), next);
    await upgrade(current, next, steps);
    console.log(`${releaseOf(current)} is running. To go back: npm run upgrade -- --back`);
  } else throw new Error('Name the release: npm run upgrade -- /srv/liaison/releases/v1.5');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

/**
 * The folder of a release, relative to the operator's working directory. INIT_CWD has it, because npm itself
 * changes to the package's folder.
 */
function folderOf(name: string): string {
  const folder = resolve(process.env['INIT_CWD'] ?? '.', name);
  if (existsSync(join(folder, 'scripts/start.mjs'))) return folder;
  throw new Error(
    `${folder} contains no release: put a checkout there first, as docs/operate/upgrade.md shows.`,
  );
}

/** Prints what changes for operators, before anything happens. */
function printNotes(installed: string, next: string): void {
  const changelog = join(next, 'CHANGELOG.md');
  if (!existsSync(changelog)) return;
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    version: string;
  };
  const notes = upgradeNotes(readFileSync(changelog, 'utf8'), version);
  if (notes !== '') console.log(`What changes with this release:\n\n${notes}\n`);
}

function currentLink(): string {
  const link = process.env['UPGRADE_CURRENT'] ?? join(realpathSync(ROOT), '../../current');
  if (existsSync(link) && lstatSync(link).isSymbolicLink()) return resolve(link);
  throw new Error(
    `${resolve(link)} does not point to the running release: docs/operate/upgrade.md shows the folders of releases.`,
  );
}

/** Waits for ten successive responses from the new release, because several processes may answer. */
async function healthy(release: string): Promise<void> {
  const url = `http://127.0.0.1:${process.env['PORT'] ?? 3000}/health`;
  let well = 0;
  for (const end = Date.now() + WELL_MS; well < WELL_TIMES;) {
    if (Date.now() > end)
      throw new Error(
        `the site did not become healthy: ${url} must answer 200 with the release ${basename(release)}.`,
      );
    const answer = await fetch(url, { signal: AbortSignal.timeout(5000) })
      .then(async (response) => (response.ok ? ((await response.json()) as { release?: string }) : null))
      .catch(() => null);
    well = answer?.release === basename(release) ? well + 1 : 0;
    await wait(500);
  }
}

function run(program: string, args: string[], cwd: string): Promise<void> {
  const { promise, resolve: done, reject } = Promise.withResolvers<void>();
  const child = spawn(program, args, { cwd, stdio: 'inherit' });
  child.once('error', reject);
  child.once('exit', (code) =>
    code === 0 ? done() : reject(new Error(`${[basename(program), ...args].join(' ')} ended with ${code}.`)),
  );
  return promise;
}
