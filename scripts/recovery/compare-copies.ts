import { sql } from 'kysely';
import { reconcileLedger } from '#server/credits/index.ts';
import { TABLES } from '#server/platform/backup/copy-out.ts';
import { one, type Db } from '#server/platform/database/index.ts';

/** Tables to which rows are only added, so that a copy must equal the original up to its last id. */
const LEDGERS = { ledger_entries: 'credits', audit_log: '0' } as const;

export interface Comparison {
  tables: { table: string; original: number; copy: number }[];
  faults: string[];
}

/** Compares a restored copy with the original, in which members have gone on writing. */
export async function compareCopies(original: Db, copy: Db): Promise<Comparison> {
  const faults: string[] = [];
  for (const [table, sum] of Object.entries(LEDGERS)) {
    const { last } = await one(
      sql<{ last: string }>`select coalesce(max(id), 0)::text as last from ${sql.table(table)}`.execute(copy),
    );
    const [here, there] = await Promise.all([original, copy].map((db) => stateOf(db, table, sum, last)));
    if (here !== there)
      faults.push(`${table} up to number ${last}: ${here} in the original, ${there} in the copy`);
  }
  const report = await reconcileLedger(copy);
  faults.push(...report.faults.map(({ member, detail }) => `ledger of member ${member}: ${detail}`));
  if (report.total !== 0) faults.push(`the ledger of the copy sums to ${report.total} instead of 0`);
  const { rows } = await sql<{ table: string }>`${sql.raw(TABLES)}`.execute(copy);
  const tables: Comparison['tables'] = [];
  for (const { table } of rows)
    tables.push({ table, original: await countOf(original, table), copy: await countOf(copy, table) });
  for (const { table, original: here, copy: there } of tables)
    if (here > 0 && there === 0 && here > NEW_ROWS)
      faults.push(`${table} is empty in the copy and has ${here} rows`);
  return { tables, faults };
}

/** A table may have got this many first rows since the copy. */
const NEW_ROWS = 100;

const stateOf = async (db: Db, table: string, sum: string, last: string): Promise<string> =>
  (
    await one(
      sql<{ state: string }>`
        select count(*) || ' rows, sum ' || coalesce(sum(${sql.raw(sum)}), 0) as state from ${sql.table(table)} where id <= ${last}`.execute(
        db,
      ),
    )
  ).state;

const countOf = async (db: Db, table: string): Promise<number> =>
  (await one(sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}`.execute(db))).rows;
