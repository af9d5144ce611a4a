import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../platform/database/index.ts';
import { storedColumns, type StoredExperiment } from './stored-experiments.ts';

/** An experiment of a site; with `lock` for a change in this transaction. */
export async function experimentOf(
  db: Db,
  { site, id }: { site: string; id: string },
  lock: RawBuilder<unknown> = sql``,
): Promise<StoredExperiment | null> {
  const { rows } = await sql<StoredExperiment>`
    select ${storedColumns} from experiments where id = ${id} and host = ${site} ${lock}`.execute(db);
  return rows[0] ?? null;
}
