import { sql } from 'kysely';
import { isTimeOfDay, type NotificationRhythm } from '#contract/rules/notification-rules.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuseFields } from '../../platform/http/refusal.ts';
import { requeueNews } from './requeue-news.ts';
import { rhythmOf } from './rhythm-of.ts';

/**
 * PUT /api/notification-rhythm.php: replaces quiet hours and rhythm, and moves what already waits. Throws
 * `invalid_fields` for a time that no clock shows.
 */
export async function changeRhythm(
  app: App,
  member: number,
  rhythm: NotificationRhythm,
): Promise<NotificationRhythm> {
  const faulty = (['quiet_from', 'quiet_until', 'mail_time'] as const).filter(
    (field) => !isTimeOfDay(rhythm[field]),
  );
  if (faulty.length > 0) throw refuseFields(Object.fromEntries(faulty.map((field) => [field, 'invalid'])));
  const { quiet_from, quiet_until, quiet_mail, quiet_push, mail_rhythm, mail_time, mail_day } = rhythm;
  return inTransaction(app.db, async (tx) => {
    await sql`
      insert into notification_rhythms
        (member_id, quiet_from, quiet_until, quiet_mail, quiet_push, mail_rhythm, mail_time, mail_day)
      values (${member}, ${quiet_from}, ${quiet_until}, ${quiet_mail}, ${quiet_push}, ${mail_rhythm}, ${mail_time}, ${mail_day})
      on conflict (member_id) do update set
        quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,
        quiet_mail = excluded.quiet_mail, quiet_push = excluded.quiet_push,
        mail_rhythm = excluded.mail_rhythm, mail_time = excluded.mail_time, mail_day = excluded.mail_day,
        changed_at = app_now()`.execute(tx);
    await requeueNews(app, tx, member);
    return rhythmOf(tx, member);
  });
}
