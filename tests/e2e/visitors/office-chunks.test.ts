import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import type { ModuleWeights } from '../../../scripts/build/module-weights.ts';

const BUILD = resolve(process.env['BUILD_DIR'] ?? 'build');
const modules = JSON.parse(readFileSync(join(BUILD, 'modules.json'), 'utf8')) as ModuleWeights;
const { assets } = (await import(pathToFileURL(join(BUILD, 'server', 'index.js')).href)) as ServerBuild;

/**
 * Names of chunks in a chunk's code: static and dynamic imports, and the preloads that Vite adds to the
 * latter.
 */
const CHUNK = /["'`](?:\.\/|\/?assets\/)([\w.~-]+\.js)["'`]/g;

/** Every chunk that these files can load, at once or on an interaction. */
function chunksFrom(files: readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = [...files];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const name = file.replace(/^\//, '');
    if (found.has(name)) continue;
    found.add(name);
    const code = readFileSync(join(BUILD, 'client', name), 'utf8');
    for (const [, chunk] of code.matchAll(CHUNK)) open.push(`assets/${chunk}`);
  }
  return found;
}

const filesOf = (isWanted: (route: string) => boolean) => [
  assets.entry.module,
  ...Object.entries(assets.routes).flatMap(([id, route]) =>
    route && isWanted(id)
      ? [
          route.module,
          route.clientActionModule,
          route.clientLoaderModule,
          route.clientMiddlewareModule,
          route.hydrateFallbackModule,
        ].filter((file) => file !== undefined)
      : [],
  ),
];
const isOffice = (route: string) => /^(?:admin|office)(?:-|$)/.test(route);

const officeModules = (files: readonly string[]) =>
  [...chunksFrom(files)].flatMap((chunk) =>
    (modules[chunk] ?? [])
      .filter(([module]) => module.startsWith('office/'))
      .map(([module]) => `${chunk}: ${module}`),
  );

test('pages of members and visitors cannot load modules of the office', () => {
  expect(officeModules(filesOf((route) => !isOffice(route)))).toEqual([]);
  // The office's own pages do load its modules, so the first check is not vacuous.
  expect(officeModules(filesOf(isOffice)).length).toBeGreaterThan(100);
  expect(chunksFrom(filesOf((route) => !isOffice(route))).size).toBeGreaterThan(100);
});
