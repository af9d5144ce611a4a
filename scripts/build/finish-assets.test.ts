import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
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

const route = {
  hasAction: false,
  hasLoader: true,
  hasClientLoader: true,
  hasDefaultExport: true,
  module: '/assets/home.js',
  css: ['/assets/home-C_4-x.css', '/assets/shell.css#'],
};
const table = {
  routes: {
    home: { id: 'home', path: 'home', ...route, imports: ['/assets/button.js'] },
    about: {
      id: 'about',
      path: 'about-us',
      parentId: 'office-screens',
      ...route,
      hasLoader: false,
      imports: [],
      css: [],
    },
    frame: { id: 'frame', ...route, imports: [] },
    root: { id: 'root', path: '', ...route, imports: [] },
  },
};
const writeTable = (name: string) =>
  writeFileSync(path(name), `window.__reactRouterManifest=${JSON.stringify(table)};`);

function routesIn(name: string) {
  const window: { __reactRouterManifest?: typeof table } = {};
  const browser = Object.defineProperty({ window }, '__reactRouterManifest', {
    get: () => window.__reactRouterManifest,
  });
  runInNewContext(readFileSync(path(name), 'utf8'), browser);
  return window.__reactRouterManifest!.routes;
}

test('makes the route table smaller; the browser restores ids and defaults', async () => {
  writeTable('manifest-1.js');
  await finishAssets(join(folder, 'client'), began);
  expect(readFileSync(path('manifest-1.js'), 'utf8').split('for(')[0]).not.toMatch(
    /button|"id"|hasAction|"path":"home"/,
  );
  const { routes } = table;
  // The layout's path is undefined as before: a route with an empty path could match alone.
  expect(routesIn('manifest-1.js')).toMatchObject({
    ...routes,
    home: { ...routes.home, imports: [] },
    frame: { ...routes.frame, path: undefined },
  });
});

test('takes only files written since the build began, and keeps those of the build before', async () => {
  writeTable('manifest-1.js');
  writeFileSync(path('old.js'), 'old');
  await finishAssets(join(folder, 'client'), began);
  const first = readFileSync(path('manifest-1.js'), 'utf8');
  for (const name of ['manifest-1.js', 'old.js']) utimesSync(path(name), 1, 1);

  // The first file of a slow build is minutes older than its last.
  writeTable('manifest-2.js');
  writeFileSync(path('entry.js'), 'entry');
  utimesSync(path('entry.js'), 1000, 1000);
  await finishAssets(join(folder, 'client'), 999_000);

  expect(readFileSync(path('manifest-1.js'), 'utf8')).toBe(first);
  expect(routesIn('manifest-2.js')).toMatchObject({ home: { id: 'home' } });
  expect(existsSync(path('entry.js'))).toBe(true);
  expect(existsSync(path('old.js'))).toBe(true);

  for (const name of readdirSync(join(folder, 'client', 'assets'))) utimesSync(path(name), 1000, 1000);
  writeTable('manifest-3.js');
  await finishAssets(join(folder, 'client'), 1_001_000);
  expect(existsSync(path('old.js'))).toBe(false);
  expect(existsSync(path('entry.js'))).toBe(true);
});
