import { sql } from 'kysely';
import { one, type Tx } from '../../platform/database/index.ts';
import type { MeasureRequest } from './measure-request.ts';

export async function keepMeasure(
  tx: Tx,
  operator: number,
  { member, kind, ground, facts, complaint, undo = {} }: Omit<MeasureRequest, 'days'>,
  until: Date | null = null,
): Promise<number> {
  const { id } = await one(
    sql<{ id: number }>`
    insert into measures (member_id, kind, ground, facts, complaint_id, operator_id, until, undo)
    values (${member}, ${kind}, ${ground}, ${facts}, ${complaint ?? null}, ${operator}, ${until}, ${JSON.stringify(undo)}::jsonb) returning id`.execute(
      tx,
    ),
  );
  return id;
}
