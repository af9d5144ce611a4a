import { type RawBuilder, sql } from 'kysely';
import { COMPLAINT_MISUSE } from '#contract/rules/measure-rules.ts';

/** The number of a member's manifestly unfounded complaints, decided in the months that count. */
export const unfoundedComplaints = (member: RawBuilder<unknown>) => sql<number>`
  (select count(*)::int from complaints u where u.reporter_id = ${member} and u.is_unfounded
    and u.decided_at > app_now() - make_interval(months => ${sql.lit(COMPLAINT_MISUSE.months)}))`;
