import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

/** Counts a sign-up that rules named (`hits`), or that showed the proof that they ask for (`solved`). */
export async function countHits(
  db: Db,
  rules: readonly { id: string }[],
  counted: 'hits' | 'solved',
): Promise<void> {
  if (rules.length === 0) return;
  const column = sql.ref(counted);
  // Sorted, so that two sign-ups at once lock the rows in the same order.
  const ids = rules.map(({ id }) => id).sort();
  await sql`
    insert into sign_up_rule_hits as h (rule_id, day, ${column})
    select r.id, (app_now() at time zone 'UTC')::date, 1 from sign_up_rules r where r.id = any(${ids}::uuid[]) order by r.id
    on conflict (rule_id, day) do update set ${column} = h.${column} + 1`.execute(db);
}
