import pg from 'pg';
import { readConfig } from '#server/platform/config.ts';
import { distributeTables } from './distribute-tables.ts';
import { LOCAL } from './distribution.ts';

// `npm run scale:distribute [-- --show]`: distributes the growing tables over the nodes of the cluster at
// DATABASE_OWNER_URL (or DATABASE_URL). Stop the site first. `--show` prints the statements and changes
// nothing. Run it again after each upgrade that changed functions: it only does the missing steps.

const show = process.argv.includes('--show');
const { ownerUrl, url } = readConfig(process.env).database;
const address = ownerUrl ?? url;

if (!address) {
  console.error(
    'DATABASE_URL must be the coordinator of a cluster: the embedded PostgreSQL is a single machine.',
  );
  process.exitCode = 1;
} else {
  const client = new pg.Client(address);
  await client.connect();
  try {
    await distributeTables(client, {
      show,
      report: (statement) => console.log(statement.replace(/\s+/g, ' ').slice(0, 140)),
    });
    for (const [table, reason] of Object.entries(LOCAL)) console.log(`-- ${table} stays: ${reason}`);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  } finally {
    await client.end();
  }
}
