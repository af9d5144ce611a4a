import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';
import type { AuditNote, Noted } from '../platform/http/context.ts';

/** A line of the audit log. Ids, codes and amounts only: no words of members, so that the log can stay as it was written. */
export interface Act extends Noted {
  operator: number;
  act: string;
  /** From a list, such as a queue that is asked for every few seconds: the same line is written once in ten minutes. */
  isList?: boolean;
}

/** Writes lines of the audit log, in the transaction of what they tell when there is one. */
export async function recordActs(db: Db, acts: readonly Act[]): Promise<void> {
  const lines = acts.map(({ object, ...act }) => ({ ...act, object: object === undefined || object === null ? null : String(object) }));
  await sql`
    insert into audit_log (operator_id, action, member_id, object, details)
    select operator, act, member, object, coalesce(details, '{}')
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line(operator bigint, act text, member bigint, object text, details jsonb, "isList" boolean)
      where "isList" is not true or not exists (
        select from audit_log known
          where known.operator_id = operator and known.action = act and known.member_id is not distinct from member
            and known.object is not distinct from line.object and known.created_at > app_now() - interval '10 minutes')`.execute(db);
}

/** Notes what an operator does outside of a call: a command in the terminal, a part of another act. */
export const auditAs =
  (operator: number, act: string): AuditNote =>
  (db, noted = {}) =>
    recordActs(db, [{ operator, act, ...noted }]);
