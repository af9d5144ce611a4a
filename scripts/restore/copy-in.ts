import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { IDENTITIES, type LastIds, type TableBackup } from '#server/platform/backup/copy-out.ts';

/**
 * Fills the tables of the current schema with what `open` reads for each, in the caller's transaction. Only tables
 * and columns of that schema are accepted, because their names become part of statements. Foreign keys are
 * checked afterwards, triggers do not run, and ids continue after the last one ever assigned.
 */
export async function copyIn(
  client: pg.Client,
  open: (table: TableBackup) => Readable,
  tables: readonly TableBackup[],
  given: readonly LastIds[],
): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  const known = await columnsOf(client);
  for (const source of tables) {
    const { table, columns, rows } = source;
    const target = client.escapeIdentifier(table);
    const own = known.get(table);
    if (!own || columns.length !== own.size || columns.some((column) => !own.has(column)))
      throw new Error(`The source names columns of ${table} that this table does not have.`);
    await client.query(`alter table ${target} disable trigger user`);
    // Migrations have inserted rows that the archive contains too.
    await client.query(`truncate ${target}`);
    const stream = client.query(copyFrom(`copy ${target} (${columns.join(', ')}) from stdin`));
    await pipeline(open(source), stream);
    if (stream.rowCount !== rows)
      throw new Error(
        `The source should contain ${rows} rows of ${table} but contains ${stream.rowCount}: it is damaged.`,
      );
    await client.query(`alter table ${target} enable trigger user`);
  }
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  await continueIds(client, given);
}

async function columnsOf(client: pg.Client): Promise<Map<string, Set<string>>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select c.relname as table, array_agg(quote_ident(a.attname)) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by 1`);
  return new Map(rows.map(({ table, columns }) => [table, new Set(columns)]));
}

/**
 * Continues each identity column after the highest id ever assigned, so that the id of a deleted row is not
 * reused.
 */
async function continueIds(client: pg.Client, given: readonly LastIds[]): Promise<void> {
  const { rows } = await client.query<{
    table: string;
    column: string;
    quoted_table: string;
    quoted_column: string;
    sequence: string;
  }>(IDENTITIES);
  for (const { table, column, quoted_table, quoted_column, sequence } of rows) {
    const last = Math.max(0, ...given.map((ids) => ids[`${table}.${column}`] ?? 0));
    await client.query(
      `select setval($1, greatest((select coalesce(max(${quoted_column}), 0) from ${quoted_table}), $2::bigint) + 1, false)`,
      [sequence, last],
    );
  }
}
