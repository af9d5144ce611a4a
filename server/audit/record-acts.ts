import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';
import type { Noted } from '../platform/http/context.ts';

/**
 * A line of the audit log. It contains only ids, codes and amounts, never members' texts, so that it need not
 * be erased.
 */
export interface Act extends Noted {
  operator: number;
  act: string;
  /**
   * The operator read a list that the browser polls, such as a queue. Identical lines are written once in ten
   * minutes.
   */
  isList?: boolean;
}

export async function recordActs(db: Db, acts: readonly Act[]): Promise<void> {
  const lines = acts.map(({ object, ...act }) => ({
    ...act,
    object: object === undefined || object === null ? null : String(object),
  }));
  await sql`
    insert into audit_log (operator_id, action, member_id, object, details)
    select operator, act, member, object, coalesce(details, '{}')
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line(operator bigint, act text, member bigint, object text, details jsonb, "isList" boolean)
      where "isList" is not true or not exists (
        select from audit_log known
          where known.operator_id = operator and known.action = act and known.member_id is not distinct from member
            and known.object is not distinct from line.object and known.created_at > app_now() - interval '10 minutes')`.execute(
    db,
  );
}
