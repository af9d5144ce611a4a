import { sql, type RawBuilder } from 'kysely';
import { notificationKinds, type NotificationType } from '#contract/lists/notifications.ts';
import { one, type Db } from '../platform/database/index.ts';
import type { Addressee } from './audience.ts';
import { DIGEST, MOST_A_DAY, MOST_A_WEEK } from './rules.ts';

type Paced = Pick<Addressee, 'id' | 'time_zone' | 'rhythm'>;

/**
 * Seconds until the next mail of a type may go to a member: after the minimum pause of its type, within the
 * caps over all types, and outside the member's quiet hours if they hold mails. 0 means now.
 */
export async function secondsUntilMail(db: Db, to: Paced, type: NotificationType): Promise<number> {
  const moment = sql`(
    with sent as materialized (
      select type, sent_at from notification_mails where member_id = ${to.id} and sent_at > app_now() - interval '7 days'
    )
    select greatest(
      app_now(),
      (select max(sent_at) + ${notificationKinds[type].minutesBetweenMails} * interval '1 minute' from sent where type = ${type}),
      (select sent_at + interval '1 day' from sent order by sent_at desc offset ${MOST_A_DAY - 1} limit 1),
      (select sent_at + interval '7 days' from sent order by sent_at desc offset ${MOST_A_WEEK - 1} limit 1)))`;
  return secondsUntil(db, to.rhythm.quiet_mail ? pastQuietHours(moment, to) : moment);
}

/** Seconds until the end of the quiet hours; 0 outside of them. */
export const secondsUntilQuietEnd = (db: Db, to: Paced): Promise<number> =>
  secondsUntil(db, pastQuietHours(sql`app_now()`, to));

/**
 * Seconds until the mail with the news of a day or week: the first moment of the member's rhythm after the oldest news
 * and the previous such mail, so that a job that runs late still sends it. The member chose the moment, so neither quiet
 * hours nor caps move it. After a change to mails at once, what still waits goes out like a mail of saved searches.
 */
export async function secondsUntilDigest(db: Db, to: Paced): Promise<number> {
  if (to.rhythm.mail_rhythm === 'at_once') return secondsUntilMail(db, to, 'saved_searches');
  return secondsUntil(
    db,
    nextSlot(
      to,
      sql`greatest(
        (select min(noted_at) from notification_news where member_id = ${to.id}),
        (select max(sent_at) from notification_mails where member_id = ${to.id} and type = ${DIGEST}))`,
    ),
  );
}

/**
 * Seconds until a mail that was due at `due` may go to a member: as `secondsUntilMail`, and with a daily or weekly
 * rhythm not before the first moment of that rhythm.
 */
export async function secondsUntilRhythm(
  db: Db,
  to: Paced,
  { type, due }: { type: NotificationType; due: Date },
): Promise<number> {
  const seconds = await secondsUntilMail(db, to, type);
  if (to.rhythm.mail_rhythm === 'at_once') return seconds;
  return Math.max(seconds, await secondsUntil(db, nextSlot(to, sql`${due}::timestamptz`)));
}

/** When a member's daily or weekly mail is due next, after a given time. */
function nextSlot(
  { time_zone: zone, rhythm: { mail_rhythm: rhythm, mail_time: time, mail_day: day } }: Paced,
  since: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(
    select min(slot) from (select ${since} as moment) since,
      generate_series(0, 8) ahead,
      lateral (select (since.moment at time zone ${zone})::date + ahead as date) local,
      lateral (select (local.date + ${time}::time) at time zone ${zone} as slot) slots
    where slot > since.moment and (${rhythm} = 'daily' or extract(isodow from local.date) = ${day}::int))`;
}

async function secondsUntil(db: Db, moment: RawBuilder<unknown>): Promise<number> {
  const { seconds } = await one(
    sql<{ seconds: number | null }>`
      select ceil(extract(epoch from ${moment} - app_now()))::int as seconds`.execute(db),
  );
  return Math.max(0, seconds ?? 0);
}

/** A moment, or the end of the quiet hours that contain it. They may span midnight. */
function pastQuietHours(
  moment: RawBuilder<unknown>,
  { time_zone: zone, rhythm: { quiet_from: from, quiet_until: until } }: Paced,
): RawBuilder<unknown> {
  if (from === until) return moment;
  const isOvernight = from > until;
  const endsOn = (date: RawBuilder<unknown>) => sql`(${date} + ${until}::time) at time zone ${zone}`;
  return sql`(
    select case
      when there::time >= ${from}::time and ${isOvernight} then ${endsOn(sql`(there::date + 1)`)}
      when there::time < ${until}::time and (${isOvernight} or there::time >= ${from}::time) then ${endsOn(sql`there::date`)}
      else moment end
    from (select ${moment} as moment) asked, lateral (select moment at time zone ${zone} as there) local)`;
}
