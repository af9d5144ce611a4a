import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// `npm run test:cluster [-- file…]`: runs the server's tests, or those of the given files, on a Citus cluster. CLUSTER_URL is
// the URL of a superuser in any database of the coordinator that lists the workers (citus_add_node). Each test file gets a
// database of its own on every node, so use a cluster without anything of value. Other options are passed on to Vitest.

const url = process.env['CLUSTER_URL'];
if (!url) {
  console.log(
    'Skipped: CLUSTER_URL is not set. Set it to the coordinator of a Citus cluster, with a superuser: CLUSTER_URL=postgres://postgres@127.0.0.1:5432/postgres npm run test:cluster',
  );
} else {
  const args = process.argv.slice(2);
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', '--project', 'server', ...(args.length > 0 ? args : ['server/'])],
    { stdio: 'inherit' },
  );
  process.exitCode = status ?? 1;
}
