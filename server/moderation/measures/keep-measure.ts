import { sql } from 'kysely';
import type { Detection } from '#contract/rules/measure-rules.ts';
import type { App } from '../../platform/app.ts';
import { one, type Tx } from '../../platform/database/index.ts';
import { queueStatement } from '../statements/queue-statement.ts';
import type { MeasureRequest } from './measure-request.ts';

export const foundBy = (complaint: number | undefined): Detection =>
  complaint === undefined ? 'own' : 'notice';

/** Stores a measure, and queues its statement for the DSA Transparency Database. */
export async function keepMeasure(
  app: Pick<App, 'config' | 'jobs' | 'parts'>,
  tx: Tx,
  operator: number,
  { member, kind, ground, facts, complaint, detection, request, undo = {} }: Omit<MeasureRequest, 'days'>,
  until: Date | null = null,
): Promise<number> {
  const { id } = await one(
    sql<{ id: number }>`
    insert into measures (member_id, kind, ground, facts, complaint_id, operator_id, until, undo, detection, request_id)
    values (${member}, ${kind}, ${ground}, ${facts}, ${complaint ?? null}, ${operator}, ${until}, ${JSON.stringify(undo)}::jsonb,
      ${detection ?? foundBy(complaint)}, ${request ?? null}) returning id`.execute(tx),
  );
  await queueStatement(app, tx, { measure: id, member, kind });
  return id;
}
