import pg from 'pg';
import { readConfig } from '#server/platform/config.ts';
import { distribution, DISTRIBUTED_NAMES, FOREIGN_KEYS, LOCAL, preparation, SEND_MESSAGES, type ForeignKey } from './distribution.ts';

// `npm run scale:distribute [-- --show]`: spreads the tables that grow over the nodes of a cluster that DATABASE_OWNER_URL (or
// DATABASE_URL) leads to. The site is stopped meanwhile. `--show` prints the statements and changes nothing. Run it again after each
// upgrade that brought functions up to date: it does what is still to be done.

const show = process.argv.includes('--show');
const { ownerUrl, url } = readConfig(process.env).database;
const address = ownerUrl ?? url;

if (!address) {
  console.error('DATABASE_URL has to lead to the coordinator of a cluster: the embedded PostgreSQL is one machine.');
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
    throw new Error('This database has no extension citus: create it on the coordinator, add the workers (citus_add_node), then come again.');
  }
  const keys = await database.query<ForeignKey>(FOREIGN_KEYS, [DISTRIBUTED_NAMES]);
  const send = await database.query<{ text: string }>(SEND_MESSAGES);
  const statements = [...preparation(keys.rows, send.rows[0]!.text), ...distribution()];
  for (const statement of statements) {
    console.log(`${statement.split('\n')[0]!.slice(0, 140)};`);
    if (!show) await database.query(statement);
  }
  for (const [table, reason] of Object.entries(LOCAL)) console.log(`-- ${table} stays: ${reason}`);
}
