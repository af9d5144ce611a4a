import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Manifest } from 'vite';
import { expect, test } from 'vitest';
import { must } from '#contract/must.ts';
import type { ModuleWeights } from '../../../scripts/build/module-weights.ts';

const BUILD = resolve(process.env['BUILD_DIR'] ?? 'build');
const read = (file: string): unknown => JSON.parse(readFileSync(join(BUILD, file), 'utf8'));
const modules = read('modules.json') as ModuleWeights;
const manifest = read('client/.vite/manifest.json') as Manifest;
const fileOf = (name: string) => must(manifest[name], name).file;

const entry = fileOf('web/entry.client.tsx');
/** The table of the office's routes, which the app only loads for an address of the office. */
const office = fileOf('virtual:office-routes');

/**
 * Names of chunks in a chunk's code: static and dynamic imports, and the preloads that Vite adds to the
 * latter.
 */
const CHUNK = /["'`](?:\.\/|\/?assets\/)([\w.~-]+\.js)["'`]/g;

/** Every chunk that a file can load, at once or on an interaction, without going through `border`. */
function chunksFrom(first: string, border?: string): Set<string> {
  const found = new Set<string>();
  const open = [first];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file) || file === border) continue;
    found.add(file);
    // The start of the entry lists what its dynamic imports preload, among them the office's table with its imports.
    const code = readFileSync(join(BUILD, 'client', file), 'utf8').replace(/^.*?__vite__mapDeps=.*?\);/s, '');
    for (const [, chunk] of code.matchAll(CHUNK)) open.push(`assets/${chunk}`);
  }
  return found;
}

const officeModules = (chunks: Set<string>) =>
  [...chunks].flatMap((chunk) =>
    (modules[chunk] ?? [])
      .filter(([module]) => module.startsWith('office/'))
      .map(([module]) => `${chunk}: ${module}`),
  );

test('pages of members and visitors cannot load modules of the office', () => {
  expect(officeModules(chunksFrom(entry, office))).toEqual([]);
  expect(chunksFrom(entry, office).size).toBeGreaterThan(100);
  // The office's own table does lead to its modules, so the first check is not vacuous.
  expect(officeModules(chunksFrom(office)).length).toBeGreaterThan(100);
});
