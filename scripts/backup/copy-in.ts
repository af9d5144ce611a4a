import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { IDENTITIES, type LastIds, type TableBackup } from '#server/platform/backup/copy-out.ts';

/**
 * Fills the empty tables of the current schema from `folder`, within the caller's transaction: foreign keys are checked
 * afterwards, triggers do not run, and ids go on after the last that was ever given out.
 */
export async function copyIn(client: pg.Client, folder: string, tables: readonly TableBackup[], given: readonly LastIds[]): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { table, columns, rows } of tables) {
    const target = client.escapeIdentifier(table);
    await client.query(`alter table ${target} disable trigger user`);
    // What the migrations have put there comes again from the archive.
    await client.query(`truncate ${target}`);
    const stream = client.query(copyFrom(`copy ${target} (${columns.join(', ')}) from stdin`));
    await pipeline(createReadStream(join(folder, `${table}.copy`)), stream);
    if (stream.rowCount !== rows) throw new Error(`The archive should hold ${rows} rows of ${table} and holds ${stream.rowCount}: it is damaged.`);
    await client.query(`alter table ${target} enable trigger user`);
  }
  for (const { table, name, definition } of keys) await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  await continueIds(client, given);
}

/** Lets each identity column go on after the highest id that is there or was ever given out: that of a deleted row is not used again. */
async function continueIds(client: pg.Client, given: readonly LastIds[]): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; quoted_table: string; quoted_column: string; sequence: string }>(IDENTITIES);
  for (const { table, column, quoted_table, quoted_column, sequence } of rows) {
    const last = Math.max(0, ...given.map((ids) => ids[`${table}.${column}`] ?? 0));
    await client.query(`select setval($1, greatest((select coalesce(max(${quoted_column}), 0) from ${quoted_table}), $2::bigint) + 1, false)`, [
      sequence,
      last,
    ]);
  }
}
