import { sql } from 'kysely';
import type { App } from '../platform/app.ts';

/** Marks a cancelled order as closed at its gateway, so that the poller no longer fetches its status. */
export async function forgetOrder(app: Pick<App, 'db'>, id: string): Promise<void> {
  await sql`update payments set next_poll_at = null where id = ${id} and status <> 'pending'`.execute(app.db);
}
