import { sql } from 'kysely';
import { one, type Db } from '../../platform/database/index.ts';

export interface WriterRow {
  is_on: boolean;
  /** Null is the site's setting. */
  capacity: number | null;
  languages: string[];
  profiles: number[];
  passed_on: number[];
}

/** Locks the writer until the transaction ends, so that two requests never give them more than their capacity. */
export async function lockWriter(tx: Db, operator: number): Promise<WriterRow> {
  return one(
    sql<WriterRow>`
      insert into desk_writers as w (operator_id) values (${operator})
      on conflict (operator_id) do update set operator_id = w.operator_id
      returning is_on, capacity, profiles, passed_on,
        (select m.office_languages from members m where m.id = w.operator_id) as languages`.execute(tx),
  );
}
