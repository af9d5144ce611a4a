import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../platform/app.ts';
import { isListName, loadList } from './load-list.ts';

/** Loads each changed file of the folder KNOWN_PICTURES as a list with the name of the file. A missing file removes no list. */
export async function loadListFolder({
  config,
  db,
  jobs,
  log,
}: Pick<App, 'config' | 'db' | 'jobs' | 'log'>): Promise<void> {
  const folder = config.knownPictures;
  if (folder === null) return;
  for (const file of await readdir(folder, { withFileTypes: true })) {
    const name = file.name.toLowerCase();
    if (!file.isFile() || !/\.(txt|csv)$/.test(name) || !isListName(name)) continue;
    try {
      const hashes = await loadList({ db, jobs }, { name, path: join(folder, file.name) });
      if (hashes !== null) log.info({ list: name, hashes }, 'loaded a list of known pictures');
    } catch (error) {
      log.error({ list: name, err: (error as Error).message }, 'a list of known pictures cannot be loaded');
    }
  }
}
