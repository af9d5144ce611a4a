import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';

/** The web app is built once before the tests that need it; sites with their members planted are kept for the run (running-site.ts). */
export default async function setup(): Promise<() => void> {
  const run = spawnSync(process.execPath, [join(import.meta.dirname, '../../../scripts/start.mjs'), '--build-only'], { stdio: 'inherit' });
  if (run.status !== 0) throw new Error('The web app could not be built.');
  await chromium.executablePath(); // unpacks itself, which two files at once would do into each other
  const planted = mkdtempSync(join(tmpdir(), 'liaison-planted-'));
  // For root's tests PostgreSQL works as another user: it has to get through to its data, or nothing can be copied.
  chmodSync(planted, 0o711);
  process.env['PLANTED_SITES'] = planted;
  return () => rmSync(planted, { recursive: true, force: true });
}
