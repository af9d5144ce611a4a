import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { Tx } from '../platform/database/index.ts';
import { dateToken } from './date-link.ts';

/**
 * Marks the reminder of a date as sent. Null if the date was ended, moved or checked in, or the reminder was sent
 * before. The clocks of the queue and the database may differ a little.
 */
export async function takeDueCheckIn(
  { config }: Pick<App, 'config'>,
  tx: Tx,
  date: number,
): Promise<{ member: number; token: string } | null> {
  const { rows } = await sql<{ member_id: number; link_key: string }>`
    update shared_dates set reminded_at = app_now()
    where id = ${date} and reminded_at is null and checked_in_at is null and expires_at > app_now()
      and starts_at + make_interval(hours => check_in_hours) <= app_now() + interval '1 minute'
    returning member_id, link_key`.execute(tx);
  const [row] = rows;
  return row ? { member: row.member_id, token: dateToken(config.secret, 'check in', row.link_key) } : null;
}
