import { sql } from 'kysely';
import type { Db } from '../database/index.ts';

/** What became of a mail. A returned mail counts twice: it was sent, and came back later. */
export type MailFate = 'sent' | 'bounced' | 'complained';

/** Counts a mail on the current day, in UTC. */
export async function countMail(db: Db, fate: MailFate): Promise<void> {
  const column = sql.ref(fate);
  await sql`
    insert into mail_days as m (day, ${column}) values ((app_now() at time zone 'utc')::date, 1)
    on conflict (day) do update set ${column} = m.${column} + 1`.execute(db);
}
