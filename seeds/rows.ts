import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/index.ts';

/**
 * Inserts many rows in one statement. `columns` has each column's SQL type. Ids that the caller drew are used
 * as they are. Missing values get the table's default.
 */
export async function insertRows<T extends object>(
  tx: Tx,
  table: string,
  columns: Record<string, string>,
  rows: readonly T[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.join(Object.keys(columns).map((name) => sql.id(name)));
  const typed = sql.join(
    Object.entries(columns).map(([name, type]) => sql`${sql.id(name)} ${sql.raw(type)}`),
  );
  await sql`insert into ${sql.table(table)} (${names}) overriding system value
    select ${names} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (${typed})`.execute(tx);
}

export async function drawIds(tx: Tx, table: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`.execute(
    tx,
  );
  return rows.map((row) => row.id).sort((a, b) => a - b);
}
