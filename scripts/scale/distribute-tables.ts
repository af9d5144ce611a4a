import type pg from 'pg';
import {
  clusterFiles,
  distribution,
  DISTRIBUTED_NAMES,
  FOREIGN_KEYS,
  preparation,
  type ForeignKey,
} from './distribution.ts';

/** Distributes the growing tables of a migrated database. Each step that is already done is skipped. */
export async function distributeTables(
  database: pg.Client,
  { show = false, report = () => {} }: { show?: boolean; report?: (statement: string) => void } = {},
): Promise<void> {
  const known = await database.query(`select from pg_extension where extname = 'citus'`);
  if (known.rowCount === 0 && !show) {
    throw new Error(
      'This database lacks the extension citus: create it on the coordinator, add the workers (citus_add_node), and try again.',
    );
  }
  const keys = await database.query<ForeignKey>(FOREIGN_KEYS, [DISTRIBUTED_NAMES]);
  for (const statement of [...preparation(keys.rows), ...distribution(), ...clusterFiles()]) {
    report(statement);
    if (!show) await database.query(statement);
  }
}
