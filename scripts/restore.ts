import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { purgeMember } from '#server/membership/index.ts';
import { keptBackups } from '#server/platform/backup/schedule.ts';
import { openBackupStore } from '#server/platform/backup/store.ts';
import type { Config } from '#server/platform/config.ts';
import { restore } from './backup/restore-site.ts';
import { withSite } from './with-site.ts';

// `npm run restore -- file [--replace] [--purged list]`: fills database and file store from an archive: a file, the name of one in
// BACKUP_TO, or `latest`. `list` is a file with ids of members purged since, for a database that is lost and cannot say so itself.

const { positionals, values } = parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean' }, purged: { type: 'string' } } });
const [wish] = positionals;

if (!wish) {
  console.error('Say which archive: npm run restore -- liaison-….tar.gz, or latest for the newest in BACKUP_TO.');
  process.exitCode = 1;
} else {
  await withSite({ attach: false }, async ({ app }, config, url) => {
    const purged = values.purged ? (readFileSync(values.purged, 'utf8').match(/\d+/g) ?? []).map(Number) : [];
    const folder = mkdtempSync(join(tmpdir(), 'liaison-restore-'));
    try {
      const done = await restore({ url, storage: app.storage }, await archiveOf(wish, config, folder), {
        replace: values.replace ?? false,
        secret: config.secret,
        purged,
        purge: async (member) => void (await purgeMember(app, member, async () => true)),
      });
      console.log(`Restored as of ${done.manifest.taken_at}. Members purged again: ${done.purged.length}.`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** The archive as a file: as it was named, or fetched from BACKUP_TO into `folder`. */
async function archiveOf(wish: string, { backup }: Config, folder: string): Promise<string> {
  if (existsSync(wish) || !backup) return wish;
  const kept = await keptBackups(backup.to);
  const found = wish === 'latest' ? kept[0] : kept.find(({ name }) => name === wish);
  if (!found) throw new Error(kept[0] ? `BACKUP_TO holds no ${wish}; the newest is ${kept[0].name}.` : 'BACKUP_TO holds no backup.');
  const path = join(folder, found.name);
  await (await openBackupStore(backup.to)).get(found.name, path);
  return path;
}
