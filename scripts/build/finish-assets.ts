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
    current.filter((name) => compressible.test(name)).map((name) => compress(join(assets, name))),
  );
  await markWorker(folder, current);
  await writeFile(record, JSON.stringify([current, previous]));
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
