import pg from 'pg';
import { itemAt } from '#contract/must.ts';
import { readConfig } from '#server/platform/config.ts';
import {
  distribution,
  DISTRIBUTED_NAMES,
  FOREIGN_KEYS,
  LOCAL,
  preparation,
  SEND_MESSAGES,
  type ForeignKey,
} from './distribution.ts';

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
    await distribute(client);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  } finally {
    await client.end();
  }
}

async function distribute(database: pg.Client): Promise<void> {
  const known = await database.query(`select from pg_extension where extname = 'citus'`);
  if (known.rowCount === 0 && !show) {
    throw new Error(
      'This database lacks the extension citus: create it on the coordinator, add the workers (citus_add_node), and try again.',
    );
  }
  const keys = await database.query<ForeignKey>(FOREIGN_KEYS, [DISTRIBUTED_NAMES]);
  const send = await database.query<{ text: string }>(SEND_MESSAGES);
  const statements = [...preparation(keys.rows, itemAt(send.rows, 0).text), ...distribution()];
  for (const statement of statements) {
    console.log(`${itemAt(statement.split('\n'), 0).slice(0, 140)};`);
    if (!show) await database.query(statement);
  }
  for (const [table, reason] of Object.entries(LOCAL)) console.log(`-- ${table} stays: ${reason}`);
}
