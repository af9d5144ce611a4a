import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { recordCommand } from '#server/audit/index.ts';
import { purgeMember } from '#server/membership/index.ts';
import { keptBackups } from '#server/platform/backup/schedule.ts';
import { openBackupStore } from '#server/platform/backup/store.ts';
import type { Config } from '#server/platform/config.ts';
import { restore } from '../restore/restore-site.ts';
import { withSite } from './with-site.ts';

// `npm run restore -- file [--replace] [--unsealed] [--purged list]`: restores database and file store from an archive: a
// file, the name of one in BACKUP_TO, or `latest`. `list` is a file with the ids of members purged since the
// backup, in case the current database is lost.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { replace: { type: 'boolean' }, unsealed: { type: 'boolean' }, purged: { type: 'string' } },
});
const [wish] = positionals;

if (!wish) {
  console.error(
    'Name the archive: npm run restore -- liaison-….tar.gz, or latest for the newest in BACKUP_TO.',
  );
  process.exitCode = 1;
} else {
  await withSite({ attach: false }, async ({ app }, config, url) => {
    const purged = values.purged ? (readFileSync(values.purged, 'utf8').match(/\d+/g) ?? []).map(Number) : [];
    const folder = mkdtempSync(join(tmpdir(), 'liaison-restore-'));
    try {
      const { path, fetched } = await archiveOf(wish, config, folder);
      const done = await restore({ url, storage: app.storage }, path, {
        // An attacker with write access to BACKUP_TO could put an unsealed archive there.
        unsealed: (values.unsealed ?? false) && !fetched,
        replace: values.replace ?? false,
        secret: config.secret,
        purged,
        purge: async (member) => void (await purgeMember(app, member, async () => true)),
      });
      await recordCommand(app.db, 'site.restore', { details: { taken_at: done.manifest.taken_at } });
      console.log(`Restored as of ${done.manifest.taken_at}. Members purged again: ${done.purged.length}.`);
      console.log(
        'Every session, link and access token has ended. Check the operators, and dismiss those who left since:',
      );
      for (const { id, email, roles } of done.operators)
        console.log(`  ${id}  ${email ?? 'no address'}  ${roles.join(', ')}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

async function archiveOf(
  wish: string,
  { backup }: Config,
  folder: string,
): Promise<{ path: string; fetched: boolean }> {
  if (existsSync(wish) || !backup) return { path: wish, fetched: false };
  const kept = await keptBackups(backup.to);
  const found = wish === 'latest' ? kept[0] : kept.find(({ name }) => name === wish);
  if (!found)
    throw new Error(
      kept[0] ? `BACKUP_TO has no ${wish}; the newest is ${kept[0].name}.` : 'BACKUP_TO has no backup.',
    );
  const path = join(folder, found.name);
  await (await openBackupStore(backup.to)).get(found.name, path);
  return { path, fetched: true };
}
