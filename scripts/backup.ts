import { resolve } from 'node:path';
import { backUp } from '#server/platform/backup/back-up.ts';
import { runScheduledBackup } from '#server/platform/backup/schedule.ts';
import { withSite } from './with-site.ts';

// `npm run backup [-- file]`: one archive of the database, as of one moment, and of the members' files. `npm run backup -- --scheduled`
// does now what the clock does every night: a sealed one to BACKUP_TO, and those that are too old go. The site may run.

const [wish] = process.argv.slice(2);
const stamp = new Date().toISOString().replace(/[:.]/g, '-').slice(0, 19);

await withSite({ attach: true }, async ({ app }, { backup, secret }, url) => {
  const source = { url, storage: app.storage };
  if (wish === '--scheduled') {
    if (!backup) throw new Error('BACKUP_TO says where scheduled backups go: a folder or an S3 address.');
    const { name, removed } = await runScheduledBackup({ ...source, ...backup, secret });
    return console.log(
      `${name} is stored${removed.length > 0 ? `, ${removed.length} older removed` : ''}. Only the site's secret opens it: keep that elsewhere.`,
    );
  }
  const path = resolve(wish ?? `liaison-${stamp}.tar.gz`);
  const { tables, files } = await backUp(source, path);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`${path}: ${rows} rows of ${tables.length} tables, ${files} files. The secret is not in it: keep that elsewhere.`);
});
