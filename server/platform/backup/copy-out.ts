import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/**
 * One table of a backup: its name and columns. Generated columns are omitted, because a restore computes
 * them.
 */
export interface TableBackup {
  table: string;
  columns: string[];
  rows: number;
}

/**
 * The tables of the current schema with data: the site's, or those of the job queue, which is not backed up. They
 * exclude the state of migrations, which is in the manifest, what running processes say of themselves, and the
 * documents of age checks, which no backup may keep beyond the decision.
 */
export const TABLES = `
  select c.relname as table, array_agg(quote_ident(a.attname) order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname not in ('kysely_migration', 'kysely_migration_lock', 'applied_functions', 'job_workers', 'age_check_pictures', 'test_clock', 'two_phases', 'migrations')
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by 1 order by 1`;

/** Writes each table into `folder` from one snapshot, and calls `within` while the snapshot is held. */
export async function copyOut(
  client: pg.Client,
  folder: string,
  within: (client: pg.Client) => Promise<void>,
): Promise<TableBackup[]> {
  await client.query('begin isolation level repeatable read read only');
  const { rows: tables } = await client.query<{ table: string; columns: string[] }>(TABLES);
  const backups: TableBackup[] = [];
  for (const { table, columns } of tables) {
    const stream = client.query(
      copyTo(`copy ${client.escapeIdentifier(table)} (${columns.join(', ')}) to stdout`),
    );
    await pipeline(stream, createWriteStream(join(folder, `${table}.copy`), { mode: 0o600 }));
    backups.push({ table, columns, rows: stream.rowCount });
  }
  await within(client);
  await client.query('commit');
  return backups;
}

export type LastIds = Record<string, number>;

export const IDENTITIES = `
  select c.relname as table, a.attname as column, quote_ident(c.relname) as quoted_table, quote_ident(a.attname) as quoted_column,
    pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and a.attidentity <> ''`;

export async function lastIds(client: pg.Client): Promise<LastIds> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(IDENTITIES);
  const last: LastIds = {};
  for (const { table, column, sequence } of rows) {
    last[`${table}.${column}`] = Number(
      (await client.query('select coalesce(pg_sequence_last_value($1), 0) as last', [sequence])).rows[0].last,
    );
  }
  return last;
}
