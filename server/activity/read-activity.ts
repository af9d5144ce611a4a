import { sql } from 'kysely';
import type { App } from '../platform/app.ts';

/** POST /api/activity.php: marks events up to one as read. Other tabs of the member update their bell. */
export async function readActivity(
  app: Pick<App, 'db' | 'events'>,
  member: number,
  upTo: number,
): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    update activities set unread = false where member_id = ${member} and unread and id <= ${upTo}`.execute(
    app.db,
  );
  if (numAffectedRows > 0n) app.events.emit(member, 'changed', { what: 'activity' });
}
