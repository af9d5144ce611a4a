import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const compressible = /\.(js|css|svg|json|webmanifest|txt)$/;

/**
 * Runs after a build. Removes assets that are older than the previous build, so that a page opened before a
 * deployment can still load its chunks, and writes `.br` and `.gz` files. `folder` is the client build with
 * `assets/` in it, `since` the time in milliseconds at which the build began.
 */
export async function finishAssets(folder: string, since: number) {
  const assets = join(folder, 'assets');
  const record = join(folder, '..', 'builds.json');
  const known: string[][] = JSON.parse(await readFile(record, 'utf8').catch(() => '[]'));
  const all = (await readdir(assets)).filter((name) => !/\.(br|gz)$/.test(name));
  const current: string[] = [];
  for (const name of all) if ((await stat(join(assets, name))).mtimeMs >= since) current.push(name);
  const previous = known[0] ?? [];
  const keep = new Set([...current, ...previous]);
  await Promise.all(
    (await readdir(assets))
      .filter((name) => !keep.has(name.replace(/\.(br|gz)$/, '')))
      .map((name) => rm(join(assets, name))),
  );
  await Promise.all(
    current.filter((name) => /^manifest-.*\.js$/.test(name)).map((name) => slimManifest(join(assets, name))),
  );
  await Promise.all(
    current.filter((name) => compressible.test(name)).map((name) => compress(join(assets, name))),
  );
  await markWorker(folder, current);
  await writeFile(record, JSON.stringify([current, previous]));
}

/** What most routes have. The browser adds it to each route again. */
const ROUTE_DEFAULTS: Record<string, unknown> = {
  parentId: 'office-screens',
  hasAction: false,
  hasLoader: true,
  hasClientAction: false,
  hasClientLoader: true,
  hasClientMiddleware: false,
  hasDefaultExport: true,
  hasErrorBoundary: false,
  imports: [],
  css: [],
};

/**
 * Makes the route table smaller, which every member loads. The imports of screen modules are a third of its
 * size and only serve to prefetch links, which the members' screens do not do. Ids, which are also the keys, paths
 * that follow from them, defaults, and the folder and ending of style sheets are left out, and added again when the table is
 * loaded.
 */
async function slimManifest(path: string) {
  const [start, end] = ['window.__reactRouterManifest=', ';'];
  const restore = `for(const[id,r]of Object.entries(__reactRouterManifest.routes))Object.assign(r,{id,path:id.replace(/^admin-/,'admin/'),...${JSON.stringify(ROUTE_DEFAULTS)},...r}).path??=void 0,r.css=r.css.map(c=>'/assets/'+c.replace(/#?$/,'.css$&'));`;
  const text = await readFile(path, 'utf8');
  if (!text.startsWith(start) || !text.endsWith(end))
    throw new Error(`The route table in ${path} does not look as expected.`);
  const manifest = JSON.parse(text.slice(start.length, -end.length)) as {
    routes: Record<string, Record<string, unknown> & { css?: string[] | undefined }>;
  };
  for (const [id, route] of Object.entries(manifest.routes)) {
    delete route['id'];
    delete route['imports'];
    if (route['path'] === id.replace(/^admin-/, 'admin/')) delete route['path'];
    else route['path'] ??= null;
    route['parentId'] ??= null;
    for (const [name, usual] of Object.entries(ROUTE_DEFAULTS))
      if (JSON.stringify(route[name]) === JSON.stringify(usual)) delete route[name];
    route.css = route.css?.map((file) => file.replace(/^\/assets\/(.*)\.css(#?)$/, '$1$2'));
  }
  await writeFile(path, start + JSON.stringify(manifest) + end + restore);
}

/** Writes the build's name into the service worker, because browsers update it only if its text changes. */
async function markWorker(folder: string, assets: string[]) {
  const path = join(folder, 'service-worker.js');
  const worker = await readFile(path, 'utf8').catch(() => null);
  if (worker === null) return;
  const build = createHash('sha256').update(assets.toSorted().join()).digest('hex').slice(0, 12);
  await writeFile(path, worker.replace('__BUILD__', build));
}

async function compress(path: string) {
  const content = await readFile(path);
  // Smaller files gain less than the headers cost.
  if (content.length < 200) return;
  await Promise.all([
    brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }).then(
      (small) => writeFile(`${path}.br`, small),
    ),
    gz(content, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ]);
}
