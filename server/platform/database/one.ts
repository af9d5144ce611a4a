type Statement<Row> = Promise<{ rows: readonly Row[] } | readonly Row[]>;

async function rowsOf<Row>(statement: Statement<Row>): Promise<readonly Row[]> {
  const result = await statement;
  return 'rows' in result ? result.rows : result;
}

/** The row of a query that always returns exactly one, such as an aggregate or `insert … returning`. */
export async function one<Row>(statement: Statement<Row>): Promise<Row> {
  const rows = await rowsOf(statement);
  const [row] = rows;
  if (row === undefined || rows.length > 1)
    throw new Error(`A query that must return one row returned ${rows.length}.`);
  return row;
}

/** The row of a query that returns at most one, such as a lookup by key; null if there is none. */
export async function oneOrNone<Row>(statement: Statement<Row>): Promise<Row | null> {
  const rows = await rowsOf(statement);
  if (rows.length > 1) throw new Error(`A query that must return at most one row returned ${rows.length}.`);
  return rows[0] ?? null;
}
