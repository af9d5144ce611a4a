import { sql } from 'kysely';
import type { AgeCheck } from '#contract/age-checks/calls.ts';
import { AGE_APPEAL_DAYS, ageRefusals } from '#contract/age-checks/lists.ts';
import type { Db } from '../../platform/database/index.ts';

interface NewestAppeal {
  appeal: AgeCheck['appeal'];
  /** The refusal that can be appealed. */
  refused: number | null;
}

interface Row {
  id: number;
  state: 'open' | 'passed' | 'failed';
  is_appeal: boolean;
  is_recent: boolean;
  is_appealed: boolean;
}

/**
 * Whether the member can appeal against their newest refusal by a person in the office. Only one appeal per refusal, except
 * one that the member has withdrawn or that nobody decided in time.
 */
export async function newestAppeal(db: Db, member: number): Promise<NewestAppeal> {
  const { rows } = await sql<Row>`
    select c.id, c.state, c.appeal_of is not null as is_appeal,
      coalesce(c.decided_at > app_now() - ${AGE_APPEAL_DAYS} * interval '1 day', false) as is_recent,
      exists (select from age_checks a where a.appeal_of = c.id and (a.state = 'open' or a.decided_by is not null)) as is_appealed
    from age_checks c
    where c.member_id = ${member} and c.provider = 'office'
      and (c.state in ('open', 'passed') or c.reason = any(${[...ageRefusals]}::text[]))
    order by c.id desc limit 1`.execute(db);
  const [last] = rows;
  if (!last) return { appeal: 'none', refused: null };
  if (last.state === 'open') return { appeal: last.is_appeal ? 'open' : 'none', refused: null };
  if (last.state === 'passed' || !last.is_recent || last.is_appealed)
    return { appeal: 'none', refused: null };
  return last.is_appeal ? { appeal: 'upheld', refused: null } : { appeal: 'possible', refused: last.id };
}
