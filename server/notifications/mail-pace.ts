import { sql, type RawBuilder } from 'kysely';
import type { NotificationType } from '#contract/enums.ts';
import type { Db } from '../platform/database/index.ts';
import type { Addressee } from './audience.ts';
import { MOST_A_DAY, MOST_A_WEEK, PAUSE_MINUTES, QUIET } from './rules.ts';

/**
 * How many seconds from now the next mail of a type may go to a member: after the pause since the last one of its type,
 * under the caps of all types together, and not in the quiet hours of the member's zone. 0 is now.
 */
export async function secondsUntilMail(db: Db, to: Pick<Addressee, 'id' | 'time_zone'>, type: NotificationType): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    with sent as materialized (
      select type, sent_at from notification_mails where member_id = ${to.id} and sent_at > app_now() - interval '7 days'
    ), free as (
      select greatest(
        app_now(),
        (select max(sent_at) + ${PAUSE_MINUTES[type]} * interval '1 minute' from sent where type = ${type}),
        (select sent_at + interval '1 day' from sent order by sent_at desc offset ${MOST_A_DAY - 1} limit 1),
        (select sent_at + interval '7 days' from sent order by sent_at desc offset ${MOST_A_WEEK - 1} limit 1)) as moment
    )
    select ${secondsPastNight(sql`moment`, to.time_zone)} as seconds from free`.execute(db);
  return Math.max(0, rows[0]!.seconds);
}

/** How many seconds from now the member's quiet hours are over: what reminds, by whatever way, waits for the morning. 0 by day. */
export async function secondsUntilMorning(db: Db, { time_zone }: Pick<Addressee, 'time_zone'>): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`select ${secondsPastNight(sql`app_now()`, time_zone)} as seconds`.execute(db);
  return Math.max(0, rows[0]!.seconds);
}

/** From now to a moment, or to the end of the quiet hours that it falls into, in seconds. */
const secondsPastNight = (moment: RawBuilder<unknown>, zone: string): RawBuilder<number> => sql`(
  select ceil(extract(epoch from case
      when there::time >= ${QUIET.from}::time then ((there::date + 1) + ${QUIET.until}::time) at time zone ${zone}
      when there::time < ${QUIET.until}::time then (there::date + ${QUIET.until}::time) at time zone ${zone}
      else ${moment} end - app_now()))::int
  from (select ${moment} at time zone ${zone} as there) local)`;

/** Notes that a mail of news was queued, in the transaction that queues it. */
export async function noteMail(tx: Db, memberId: number, type: NotificationType): Promise<void> {
  await sql`insert into notification_mails (member_id, type) values (${memberId}, ${type})`.execute(tx);
}

const KEPT_DAYS = 30;

/** Forgets mails that no cap counts any more, and who got which announcement. */
export async function forgetMails(db: Db): Promise<void> {
  await sql`delete from notification_mails where sent_at < app_now() - ${KEPT_DAYS} * interval '1 day'`.execute(db);
  await sql`delete from announcement_sends where sent_at < app_now() - ${KEPT_DAYS} * interval '1 day'
    and announcement_id in (select id from announcements where status in ('sent', 'cancelled'))`.execute(db);
}
