import { sql } from 'kysely';
import type { ComplaintCategory } from '#contract/lists/complaints.ts';
import { dateIn } from '#contract/rules/date-rules.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { settingsOf } from '../../site-settings/index.ts';

/**
 * Throws `complaints_suspended` while a member's complaints are suspended. Complaints about minors are always
 * accepted: a false alarm costs less than a child that nobody looks for.
 */
export async function refuseMisuse(
  app: Pick<App, 'parts'>,
  tx: Tx,
  { id: member, host }: { id: number; host: string },
  category: ComplaintCategory,
): Promise<void> {
  if (category === 'underage') return;
  const { rows } = await sql<{ until: Date }>`
    select until from measures where member_id = ${member} and kind = 'complaint_suspension' and ended_at is null and until > app_now()
    order by until desc limit 1`.execute(tx);
  if (!rows[0]) return;
  const { time_zone } = await settingsOf(app, host);
  throw refuse('complaints_suspended', { until: dateIn(rows[0].until, time_zone) });
}
