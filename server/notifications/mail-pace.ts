import { sql, type RawBuilder } from 'kysely';
import { notificationKinds, type NotificationType } from '#contract/lists/notifications.ts';
import { one, type Db } from '../platform/database/index.ts';
import type { Addressee } from './audience.ts';
import { MOST_A_DAY, MOST_A_WEEK, QUIET } from './rules.ts';

/**
 * Seconds until the next mail of a type may go to a member: after the minimum pause of its type, within the
 * caps over all types, and outside the member's quiet hours. 0 means now.
 */
export async function secondsUntilMail(
  db: Db,
  to: Pick<Addressee, 'id' | 'time_zone'>,
  type: NotificationType,
): Promise<number> {
  const row = await one(
    sql<{ seconds: number }>`
    with sent as materialized (
      select type, sent_at from notification_mails where member_id = ${to.id} and sent_at > app_now() - interval '7 days'
    ), free as (
      select greatest(
        app_now(),
        (select max(sent_at) + ${notificationKinds[type].minutesBetweenMails} * interval '1 minute' from sent where type = ${type}),
        (select sent_at + interval '1 day' from sent order by sent_at desc offset ${MOST_A_DAY - 1} limit 1),
        (select sent_at + interval '7 days' from sent order by sent_at desc offset ${MOST_A_WEEK - 1} limit 1)) as moment
    )
    select ${secondsPastNight(sql`moment`, to.time_zone)} as seconds from free`.execute(db),
  );
  return Math.max(0, row.seconds);
}

export async function secondsUntilMorning(
  db: Db,
  { time_zone }: Pick<Addressee, 'time_zone'>,
): Promise<number> {
  const row = await one(
    sql<{
      seconds: number;
    }>`select ${secondsPastNight(sql`app_now()`, time_zone)} as seconds`.execute(db),
  );
  return Math.max(0, row.seconds);
}

/** Seconds from now to a moment, or to the end of the quiet hours that contain it. */
const secondsPastNight = (moment: RawBuilder<unknown>, zone: string): RawBuilder<number> => sql`(
  select ceil(extract(epoch from case
      when there::time >= ${QUIET.from}::time then ((there::date + 1) + ${QUIET.until}::time) at time zone ${zone}
      when there::time < ${QUIET.until}::time then (there::date + ${QUIET.until}::time) at time zone ${zone}
      else ${moment} end - app_now()))::int
  from (select ${moment} at time zone ${zone} as there) local)`;
