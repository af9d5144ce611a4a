import { sql, type RawBuilder } from 'kysely';
import { seriesKind } from '#contract/notifications/mail-series.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { worksForMail } from '../audience.ts';
import { queueStep } from './queue-step.ts';
import { dueAt, nextStep } from './series-rules.ts';
import type { StoredSeries } from './stored-series.ts';

export const MOST_AT_ONCE = 500;

/**
 * Enters members of the series' site who meet `condition` (over `members m` and `profiles p`), whom a mail or push of its
 * type reaches, and who are not in it or had it too recently. Returns how many entered, at most `MOST_AT_ONCE`.
 */
export async function insertRuns(
  app: Pick<App, 'jobs'>,
  tx: Tx,
  series: StoredSeries,
  { condition }: { condition: RawBuilder<unknown> },
): Promise<number> {
  const { host, trigger, holdout_percent: holdout, steps } = series;
  const { type, repeatDays } = seriesKind(trigger);
  const first = nextStep(steps, []);
  if (!first) return 0;
  const { rows } = await sql<{ id: number; begins_at: Date; now: Date }>`
    insert into mail_series_runs (member_id, host, trigger, held_out, begins_at)
    select m.id, ${host}, ${trigger}, abs(hashtextextended(${trigger} || ':' || m.id, 0) % 100) < ${holdout}, app_now()
    from members m join profiles p on p.id = m.id
    where ${condition} and m.status = 'active' and p.kind = 'member' and m.roles = '{}' and m.shadow_email_key is null
      and site_of_host(m.host) = ${host} and not (m.notifications_disabled @> array[${type}::text])
      and ((${worksForMail} and not (m.notifications_disabled @> array[${`email:${type}`}]))
        or (${steps.some(({ push }) => push)} and not (m.notifications_disabled @> array[${`push:${type}`}])
          and exists (select from push_subscriptions d where d.member_id = m.id)))
      and not exists (
        select from mail_series_runs r where r.member_id = m.id and r.trigger = ${trigger}
          and (r.status = 'running' or ${repeatDays === null} or r.entered_at > app_now() - ${repeatDays ?? 0} * interval '1 day'))
    limit ${MOST_AT_ONCE}
    on conflict (member_id, trigger) where status = 'running' do nothing
    returning id, begins_at, app_now() as now`.execute(tx);
  for (const { id, begins_at, now } of rows)
    await queueStep(app, tx, id, (dueAt(begins_at, first).getTime() - now.getTime()) / 1000);
  return rows.length;
}
