import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { queueReminder } from './queue-reminder.ts';
import { expiryOf, readDate } from './read-date.ts';

/** PUT /api/shared-dates.php. With another time, the member is asked again and has not checked in. */
export async function changeSharedDate(
  app: App,
  member: number,
  { id, ...given }: NonNullable<CallBody<'changeSharedDate'>>,
  host: string,
): Promise<void> {
  const { shared_date_hours } = await settingsOf(app, host);
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ starts_at: Date; check_in_hours: number | null }>`
      select starts_at, check_in_hours from shared_dates
      where id = ${id} and member_id = ${member} and expires_at > app_now() for no key update`.execute(tx);
    const [before] = rows;
    if (!before) throw refuse('not_found');
    const date = await readDate(tx, given);
    const isMoved =
      before.starts_at.toISOString() !== date.starts_at || before.check_in_hours !== date.check_in_hours;
    await sql`
      update shared_dates set
        who = ${date.who}, place = ${date.place}, note = ${date.note},
        starts_at = ${date.starts_at}, time_zone = ${date.time_zone}, check_in_hours = ${date.check_in_hours},
        expires_at = ${expiryOf(date, shared_date_hours)},
        reminded_at = case when ${isMoved} then null else reminded_at end,
        checked_in_at = case when ${isMoved} then null else checked_in_at end
      where id = ${id}`.execute(tx);
    if (isMoved) await queueReminder(app, tx, { id, member, ...date });
  });
}
