import pg from 'pg';
import { must } from '#contract/must.ts';
import { migrate } from '#server/platform/database/migrate.ts';

const OLDEST_MAJOR = 15;

/** Marks a database that a move has begun to fill. The move removes it in the transaction that copies the rows. */
export const UNFINISHED = 'unfinished_move';

/** Everything that an empty database does not have. Extensions bring their own objects. */
const STRANGERS = `
  select format('%I.%I', nspname, relname) as name
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where nspname <> 'information_schema' and nspname not like 'pg\\_%'
    and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
  order by name limit 3`;

/**
 * Makes the tables of this release in an empty database. The remains of an unfinished move are removed first, any
 * other content is refused.
 */
export async function prepareTarget(url: string): Promise<{ mayCreateRoles: boolean }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect().catch((error: Error) => {
    throw new Error(`The new database cannot be reached: ${error.message}`, { cause: error });
  });
  try {
    const facts = await factsOf(client);
    if (facts.major < OLDEST_MAJOR)
      throw new Error(`The new server is PostgreSQL ${facts.major}: Liaison needs ${OLDEST_MAJOR} or newer.`);
    if (facts.encoding !== 'UTF8')
      throw new Error(`The new database has the encoding ${facts.encoding}: create it with encoding UTF8.`);
    await client.query('begin');
    if (facts.unfinished) await removeRemains(client);
    const { rows } = await client.query<{ name: string }>(STRANGERS);
    if (rows[0])
      throw new Error(
        `The new database is not empty (it has ${rows.map(({ name }) => name).join(', ')}): create an empty one.`,
      );
    await client.query(`create table public.${UNFINISHED} ()`);
    await client.query('commit');
    await migrate({ url, pooler: 'none' });
    return { mayCreateRoles: facts.mayCreateRoles };
  } finally {
    await client.end();
  }
}

interface Facts {
  major: number;
  encoding: string;
  mayCreateRoles: boolean;
  unfinished: boolean;
}

async function factsOf(client: pg.Client): Promise<Facts> {
  const { rows } = await client.query<Facts>(`
    select current_setting('server_version_num')::int / 10000 as major,
      current_setting('server_encoding') as encoding,
      (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as "mayCreateRoles",
      to_regclass('public.${UNFINISHED}') is not null as unfinished`);
  return must(rows[0], 'the facts of the new database');
}

/** The rows are copied in one transaction, so members show that a site has been started on it since. */
async function removeRemains(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.members') is not null as there`,
  );
  if (rows[0]?.there && (await client.query('select from public.members limit 1')).rowCount === 1)
    throw new Error('A move to this database did not finish, but it has members now: create an empty one.');
  await client.query(
    'drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public',
  );
}
