import { resolve } from 'node:path';
import { backUp } from './backup/site-data.ts';
import { withSite } from './with-site.ts';

// `npm run backup [-- file]`: one archive of the database, as of one moment, and of the members' files. The site may run.

const stamp = new Date().toISOString().replace(/[:.]/g, '-').slice(0, 19);
const path = resolve(process.argv[2] ?? `liaison-${stamp}.tar.gz`);

await withSite({ attach: true }, async ({ app }, _config, url) => {
  const { tables, files } = await backUp({ url, storage: app.storage }, path);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`${path}: ${rows} rows of ${tables.length} tables, ${files} files. The secret is not in it: keep that elsewhere.`);
});
