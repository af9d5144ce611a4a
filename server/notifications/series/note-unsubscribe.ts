import { sql } from 'kysely';
import type { NotificationType } from '#contract/lists/notifications.ts';
import { seriesTriggerNames, seriesTriggers } from '#contract/notifications/mail-series.ts';
import type { Db } from '../../platform/database/index.ts';

const DAYS = 7;

/** Counts a member who switched off these types against the last mail of a series that they got in the week before. */
export async function noteUnsubscribe(
  db: Db,
  member: number,
  types: readonly NotificationType[],
): Promise<void> {
  const triggers = seriesTriggerNames.filter((name) => types.includes(seriesTriggers[name].type));
  if (triggers.length === 0) return;
  await sql`
    update mail_series_sends s set unsubscribed_at = app_now()
    where s.unsubscribed_at is null and (s.run_id, s.mail) = (
      select last.run_id, last.mail from mail_series_sends last join mail_series_runs r on r.id = last.run_id
      where last.member_id = ${member} and last.outcome = 'sent' and r.trigger = any(${triggers}::text[])
        and last.handled_at > app_now() - ${DAYS} * interval '1 day'
      order by last.handled_at desc limit 1)`.execute(db);
}
