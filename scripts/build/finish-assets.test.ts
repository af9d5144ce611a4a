import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { finishAssets } from './finish-assets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'liaison-assets-'));
  mkdirSync(join(folder, 'client', 'assets'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = (name: string) => join(folder, 'client', 'assets', name);

const route = { hasAction: false, hasDefaultExport: true, module: '/assets/home.js' };
const table = {
  routes: {
    home: { id: 'home', ...route, hasLoader: true, imports: ['/assets/button.js'] },
    about: { id: 'about', ...route, hasLoader: false, imports: [] },
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
  await finishAssets(join(folder, 'client'));
  expect(readFileSync(path('manifest-1.js'), 'utf8').split('for(')[0]).not.toMatch(/button|"id"|hasAction/);
  expect(routesIn('manifest-1.js')).toMatchObject({
    home: { id: 'home', ...route, hasLoader: true, imports: [] },
    about: { id: 'about', ...route, hasLoader: false, imports: [] },
  });
});

test('leaves the route table of a build of the last minute as it is', async () => {
  writeTable('manifest-1.js');
  await finishAssets(join(folder, 'client'));
  const first = readFileSync(path('manifest-1.js'), 'utf8');
  writeTable('manifest-2.js');
  await finishAssets(join(folder, 'client'));
  expect(readFileSync(path('manifest-1.js'), 'utf8')).toBe(first);
  expect(routesIn('manifest-2.js')).toMatchObject({ home: { id: 'home' } });
});
