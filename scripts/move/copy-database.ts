import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { IDENTITIES, lastIds, TABLES, type TableBackup } from '#server/platform/backup/copy-out.ts';
import { copyIn } from '../restore/copy-in.ts';
import { UNFINISHED } from './prepare-target.ts';

const SCHEMAS = ['public', 'graphile_worker'] as const;

export interface Proof {
  tables: number;
  rows: number;
  sequences: number;
  entries: number;
}

/**
 * Copies every row of the site and of its job queue in one transaction, which only commits if both sides agree on
 * the rows of each table, the sequences and the ledger. `report` is called for each table.
 */
export async function copyDatabase(
  from: string,
  to: string,
  report: (table: string, rows: number) => void,
): Promise<Proof> {
  const [source, target] = [new pg.Client(from), new pg.Client(to)];
  for (const client of [source, target]) client.on('error', () => {});
  try {
    await Promise.all([source.connect(), target.connect()]);
    await source.query('set statement_timeout = 0; begin isolation level repeatable read read only');
    await target.query('set statement_timeout = 0; begin');
    const proof: Proof = { tables: 0, rows: 0, sequences: 0, entries: 0 };
    for (const schema of SCHEMAS) {
      for (const client of [source, target]) await client.query(`set local search_path = ${schema}`);
      const tables = await countedTables(source);
      await copyIn(target, (table) => source.query(copyTo(copyOf(source, table))), tables, [
        await lastIds(source),
      ]);
      for (const { table, rows } of await comparedTables(tables, target)) {
        report(table, rows);
        proof.tables++;
        proof.rows += rows;
      }
      proof.sequences += await compareSequences(source, target);
    }
    for (const client of [source, target]) await client.query('set local search_path = public');
    proof.entries = await compareLedgers(source, target);
    await target.query(`drop table public.${UNFINISHED}`);
    await target.query('commit');
    await target.query('analyze');
    return proof;
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}

const copyOf = (client: pg.Client, { table, columns }: TableBackup) =>
  `copy ${client.escapeIdentifier(table)} (${columns.join(', ')}) to stdout`;

async function countedTables(source: pg.Client): Promise<TableBackup[]> {
  const { rows: tables } = await source.query<{ table: string; columns: string[] }>(TABLES);
  const counted: TableBackup[] = [];
  for (const table of tables) counted.push({ ...table, rows: await countOf(source, table.table) });
  return counted;
}

async function countOf(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(
    `select count(*) as rows from ${client.escapeIdentifier(table)}`,
  );
  return Number(rows[0]?.rows);
}

async function comparedTables(tables: readonly TableBackup[], target: pg.Client): Promise<TableBackup[]> {
  const { rows } = await target.query<{ table: string }>(TABLES);
  const missing = rows.find(({ table }) => !tables.some((own) => own.table === table));
  if (missing) throw new Error(`The embedded PostgreSQL lacks the table ${missing.table}.`);
  for (const { table, rows: wanted } of tables) {
    const found = await countOf(target, table);
    if (found !== wanted) throw new Error(`${table} has ${wanted} rows here and ${found} there.`);
  }
  return [...tables];
}

/** An id that has been assigned must not be assigned again: it may be in a receipt or a link. */
async function compareSequences(source: pg.Client, target: pg.Client): Promise<number> {
  const { rows } = await target.query<{ table: string; column: string; sequence: string }>(IDENTITIES);
  for (const { table, column, sequence } of rows) {
    const [here, there] = [await nextOf(source, sequence), await nextOf(target, sequence)];
    if (there < here) throw new Error(`${table}.${column} would continue with ${there} instead of ${here}.`);
  }
  return rows.length;
}

async function nextOf(client: pg.Client, sequence: string): Promise<bigint> {
  const { rows } = await client.query<{ next: string }>(
    `select case when is_called then last_value + 1 else last_value end as next from ${sequence}`,
  );
  return BigInt(rows[0]?.next ?? 0);
}

const LEDGER = `
  select count(*)::int as entries, coalesce(sum(credits), 0)::text as credits,
    (select coalesce(sum(credits), 0) from members)::text as held,
    (select jsonb_object_agg(counter_account, total order by counter_account)::text
      from (select counter_account, sum(credits) as total from ledger_entries group by 1) accounts) as accounts
  from ledger_entries`;

async function compareLedgers(source: pg.Client, target: pg.Client): Promise<number> {
  const ask = async (client: pg.Client) =>
    (await client.query<{ entries: number; credits: string; held: string }>(LEDGER)).rows[0];
  const [here, there] = [await ask(source), await ask(target)];
  if (JSON.stringify(here) !== JSON.stringify(there))
    throw new Error(`The ledgers differ: ${JSON.stringify(here)} here, ${JSON.stringify(there)} there.`);
  if (here?.credits !== here?.held)
    throw new Error(
      `The ledger sums to ${here?.credits} credits, but members hold ${here?.held}: see docs/operate/incidents.md.`,
    );
  return here?.entries ?? 0;
}
