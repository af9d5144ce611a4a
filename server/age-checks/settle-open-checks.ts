import { sql } from 'kysely';
import { openCheckColumns } from './open-checks.ts';
import { settleAgeCheck, type OpenCheck, type SettlingParts } from './settle-age-check.ts';

const BATCH = 200;

/**
 * Job that asks the providers about every open check, because notifications get lost and providers are down at times. A
 * check without a result in time ends as `expired`, also in the office, whose undecided pictures are deleted with it.
 */
export async function settleOpenChecks(app: SettlingParts): Promise<void> {
  let after = 0;
  for (;;) {
    const { rows } = await sql<OpenCheck>`
      select ${openCheckColumns} from age_checks c join members m on m.id = c.member_id
      where c.state = 'open' and (c.provider <> 'office' or c.due_at <= app_now()) and c.id > ${after}
      order by c.id limit ${BATCH}`.execute(app.db);
    for (const check of rows) await settleAgeCheck(app, check);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}
