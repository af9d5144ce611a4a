import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { purgeMember } from '#server/membership/index.ts';
import { restore } from './backup/site-data.ts';
import { withSite } from './with-site.ts';

// `npm run restore -- file [--replace] [--purged list]`: fills database and file store from an archive. `list` is a file
// with ids of members purged since, for a database that is lost and cannot tell by itself.

const { positionals, values } = parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean' }, purged: { type: 'string' } } });
const [path] = positionals;

if (!path) {
  console.error('Say which archive: npm run restore -- liaison-….tar.gz');
  process.exitCode = 1;
} else {
  await withSite({ attach: false }, async ({ app }, _config, url) => {
    const purged = values.purged ? (readFileSync(values.purged, 'utf8').match(/\d+/g) ?? []).map(Number) : [];
    const done = await restore({ url, storage: app.storage }, path, {
      replace: values.replace ?? false,
      purged,
      purge: async (member) => void (await purgeMember(app, member, async () => true)),
    });
    console.log(`Restored as of ${done.manifest.taken_at}. Members purged again: ${done.purged.length}.`);
  });
}
