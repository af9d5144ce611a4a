import { sql } from 'kysely';
import { type Tx, one } from '../../platform/database/index.ts';

export async function noteUnusedNotice(tx: Tx, memberId: number, days: number): Promise<Date> {
  const { until } = await one(
    sql<{ until: Date }>`
    update members set unused_told_at = app_now() where id = ${memberId} returning app_now() + ${days} * interval '1 day' as until`.execute(
      tx,
    ),
  );
  return until;
}
