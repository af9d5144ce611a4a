import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { finishAssets } from './finish-assets.ts';

let folder: string;
const began = Date.now() - 1000;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'liaison-assets-'));
  mkdirSync(join(folder, 'client', 'assets'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = (name: string) => join(folder, 'client', 'assets', name);

test('takes only files written since the build began, and keeps those of the build before', async () => {
  writeFileSync(path('screen-1.js'), 'first');
  writeFileSync(path('old.js'), 'old');
  await finishAssets(join(folder, 'client'), began);
  for (const name of ['screen-1.js', 'old.js']) utimesSync(path(name), 1, 1);

  // The first file of a slow build is minutes older than its last.
  writeFileSync(path('screen-2.js'), 'second');
  writeFileSync(path('entry.js'), 'entry');
  utimesSync(path('entry.js'), 1000, 1000);
  await finishAssets(join(folder, 'client'), 999_000);

  for (const name of ['screen-1.js', 'screen-2.js']) expect(existsSync(path(name)), name).toBe(true);
  expect(existsSync(path('entry.js'))).toBe(true);
  expect(existsSync(path('old.js'))).toBe(true);

  for (const name of readdirSync(join(folder, 'client', 'assets'))) utimesSync(path(name), 1000, 1000);
  writeFileSync(path('screen-3.js'), 'third');
  await finishAssets(join(folder, 'client'), 1_001_000);
  expect(existsSync(path('old.js'))).toBe(false);
  expect(existsSync(path('entry.js'))).toBe(true);
});
