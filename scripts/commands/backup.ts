import { resolve } from 'node:path';
import { backUp } from '#server/platform/backup/back-up.ts';
import { runScheduledBackup } from '#server/platform/backup/schedule.ts';
import { withSite } from './with-site.ts';

// `npm run backup [-- file]`: writes one archive of the database, from one snapshot, and of the members'
// files. `npm run backup -- --scheduled` runs the nightly backup now: it writes a sealed archive to BACKUP_TO
// and removes archives that are too old. The site may keep running.

const [wish] = process.argv.slice(2);
const stamp = new Date().toISOString().replace(/[:.]/g, '-').slice(0, 19);

await withSite({ attach: true }, async ({ app }, { backup, secret }, url) => {
  const source = { url, storage: app.storage };
  if (wish === '--scheduled') {
    if (!backup)
      throw new Error('Set BACKUP_TO to the destination of scheduled backups: a folder or an S3 URL.');
    const { name, removed } = await runScheduledBackup({ ...source, ...backup, secret });
    return console.log(
      `${name} is stored${removed.length > 0 ? `, ${removed.length} older removed` : ''}. Only the site's secret can decrypt it: keep a copy of the secret elsewhere.`,
    );
  }
  const path = resolve(wish ?? `liaison-${stamp}.tar.gz`);
  const { tables, files } = await backUp(source, path);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `${path}: ${rows} rows of ${tables.length} tables, ${files} files. It does not contain the secret: keep a copy of the secret elsewhere.`,
  );
});
