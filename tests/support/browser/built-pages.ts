import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { makeMemoryFolder } from '../memory-folder.ts';

/**
 * Builds the web app once before the tests that need it. Seeded sites are reused within the run
 * (running-site.ts).
 */
export default async function setup(): Promise<() => void> {
  const run = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../../scripts/start.mjs'), '--build-only'],
    { stdio: 'inherit' },
  );
  if (run.status !== 0) throw new Error('The web app could not be built.');
  await chromium.executablePath(); // the package unpacks itself on first use, which two test files must not do at once
  const planted = makeMemoryFolder('liaison-planted-');
  // When tests run as root, PostgreSQL runs as another user and must be able to enter the folder of its data.
  chmodSync(planted, 0o711);
  process.env['PLANTED_SITES'] = planted;
  return () => rmSync(planted, { recursive: true, force: true });
}
