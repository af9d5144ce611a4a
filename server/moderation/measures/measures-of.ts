import { sql } from 'kysely';
import type { Measure } from '#contract/moderation/measures.ts';
import type { Db } from '../../platform/database/index.ts';
import { type MeasureRow, measureColumns, measureJoins, presentMeasure } from './measure-row.ts';

export async function measuresOf(db: Db, member: number): Promise<Measure[]> {
  const { rows } = await sql<MeasureRow>`
    select ${measureColumns} from ${measureJoins} where m.member_id = ${member} order by m.id desc limit 100`.execute(
    db,
  );
  return rows.map(presentMeasure);
}
