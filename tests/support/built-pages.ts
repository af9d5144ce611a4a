import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The web app is built once before the tests that need it. */
export default function setup(): void {
  const run = spawnSync(process.execPath, [join(import.meta.dirname, '../../scripts/start.mjs'), '--build-only'], { stdio: 'inherit' });
  if (run.status !== 0) throw new Error('The web app could not be built.');
}
