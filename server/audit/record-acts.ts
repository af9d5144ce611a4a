import { sql, type RawBuilder } from 'kysely';
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

/** The only site of a list, else null. */
const onlyOf = (sites: RawBuilder<unknown>) =>
  sql`(select case when cardinality(each.sites) = 1 then each.sites[1] end from (select ${sites} as sites) each)`;

/**
 * Records acts. Each gets the site of its member, else the given one, else that of an operator who has only one;
 * without a site it concerns the installation, and only operators of all sites read it.
 */
export async function recordActs(db: Db, acts: readonly Act[]): Promise<void> {
  const lines = acts.map(({ object, ...act }) => ({
    ...act,
    object: object === undefined || object === null ? null : String(object),
  }));
  await sql`
    insert into audit_log (operator_id, action, member_id, object, details, site)
    select operator, act, member, object, coalesce(details, '{}'), coalesce(${onlyOf(sql`sites_of_member(member)`)}, line.site,
        ${onlyOf(sql`(select m.office_sites from members m where m.id = operator)`)})
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line(operator bigint, act text, member bigint, object text, site text, details jsonb, "isList" boolean)
      where "isList" is not true or not exists (
        select from audit_log known
          where known.operator_id = operator and known.action = act and known.member_id is not distinct from member
            and known.object is not distinct from line.object and known.created_at > app_now() - interval '10 minutes')`.execute(
    db,
  );
}
