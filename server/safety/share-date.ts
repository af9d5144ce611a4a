import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { MOST_SHARED_DATES } from '#contract/safety/date-limits.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, one } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { queueReminder } from './queue-reminder.ts';
import { expiryOf, readDate } from './read-date.ts';

/** POST /api/shared-dates.php. Throws `too_many_dates` beyond the maximum. */
export async function shareDate(
  app: App,
  member: number,
  { client_id, ...given }: NonNullable<CallBody<'shareDate'>>,
  host: string,
): Promise<number> {
  const { shared_date_hours } = await settingsOf(app, host);
  return inTransaction(app.db, async (tx) => {
    // One at a time, so that two at once cannot exceed the maximum or both insert the same date.
    await sql`select from members where id = ${member} for no key update`.execute(tx);
    const { rows: repeated } = await sql<{ id: number }>`
      select id from shared_dates where member_id = ${member} and client_id = ${client_id}`.execute(tx);
    if (repeated[0]) return repeated[0].id;
    const date = await readDate(tx, given);
    const { count } = await one(
      sql<{ count: number }>`
        select count(*)::int as count from shared_dates where member_id = ${member} and expires_at > app_now()`.execute(
        tx,
      ),
    );
    if (count >= MOST_SHARED_DATES) throw refuse('too_many_dates', { most: MOST_SHARED_DATES });
    const { id } = await one(
      sql<{ id: number }>`
        insert into shared_dates
          (member_id, client_id, who, place, note, starts_at, time_zone, check_in_hours, expires_at)
        values (${member}, ${client_id}, ${date.who}, ${date.place}, ${date.note}, ${date.starts_at}, ${date.time_zone},
          ${date.check_in_hours}, ${expiryOf(date, shared_date_hours)})
        returning id`.execute(tx),
    );
    await queueReminder(app, tx, { id, member, ...date });
    return id;
  });
}
