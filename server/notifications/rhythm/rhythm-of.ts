import { sql, type RawBuilder } from 'kysely';
import { type NotificationRhythm, USUAL_RHYTHM } from '#contract/rules/notification-rules.ts';
import type { Db } from '../../platform/database/index.ts';

/** The columns of `notification_rhythms r` as one JSON value; null for a member who never changed them. */
export const rhythmColumns: RawBuilder<NotificationRhythm | null> = sql`case when r.member_id is not null then json_build_object(
  'quiet_from', to_char(r.quiet_from, 'HH24:MI'), 'quiet_until', to_char(r.quiet_until, 'HH24:MI'),
  'quiet_mail', r.quiet_mail, 'quiet_push', r.quiet_push,
  'mail_rhythm', r.mail_rhythm, 'mail_time', to_char(r.mail_time, 'HH24:MI'), 'mail_day', r.mail_day) end`;

export async function rhythmOf(db: Db, member: number): Promise<NotificationRhythm> {
  const { rows } = await sql<{ rhythm: NotificationRhythm | null }>`
    select ${rhythmColumns} as rhythm from notification_rhythms r where r.member_id = ${member}`.execute(db);
  return rows[0]?.rhythm ?? USUAL_RHYTHM;
}
