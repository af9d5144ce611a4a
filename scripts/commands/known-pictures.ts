import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { must } from '#contract/must.ts';
import { recordCommand } from '#server/audit/index.ts';
import { isListName, loadList, pictureLists, removeList } from '#server/photos/index.ts';
import { withSiteUnless } from './with-site.ts';

// Manages the lists of known illegal pictures (docs/operate/known-pictures.md). The site may keep running.
//   npm run known-pictures                                         prints the loaded lists
//   npm run known-pictures -- load --list hotline hashes.txt       loads a file, or replaces the list by it
//   npm run known-pictures -- remove --list hotline

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'string' } },
});
const [act = 'list', file] = positionals;

await withSiteUnless(faultOf(), async ({ app }) => {
  if (act === 'list') {
    const lists = await pictureLists(app.db);
    return lists.length > 0 ? console.table(lists) : console.log('No list is loaded.');
  }
  const name = must(values.list, '--list');
  if (act === 'remove')
    return void console.log(
      (await removeList(app.db, name, (tx) =>
        recordCommand(tx, 'known_pictures.remove', { details: { list: name } }),
      ))
        ? `${name} is removed.`
        : `There is no list ${name}.`,
    );
  const hashes = await loadList(app, { name, path: resolve(must(file, 'file')) }, (tx, count) =>
    recordCommand(tx, 'known_pictures.load', { details: { list: name, hashes: count } }),
  );
  console.log(
    hashes === null
      ? `${name} already has the hashes of this file.`
      : `${name} has ${hashes === 1 ? '1 hash' : `${hashes} hashes`}. The stored pictures are being compared with it.`,
  );
});

function faultOf(): string | null {
  if (!['list', 'load', 'remove'].includes(act)) return 'Say list, load or remove.';
  if (act === 'list') return null;
  if (!isListName(values.list ?? '')) return 'Give --list: small letters, digits, ., - and _.';
  if (act === 'remove') return null;
  return file !== undefined && existsSync(file) ? null : 'Give the file with the hashes.';
}
