import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { settleCall } from './state/settle-call.ts';

/** Ends every open call whose time is over, so that no member stays busy after a crash or with closed tabs. */
export async function endStaleCalls(
  app: Pick<App, 'db' | 'events' | 'jobs'>,
  signal: AbortSignal,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from video_calls where status <> 'ended'`.execute(app.db);
  for (const { id } of rows) {
    if (signal.aborted) return;
    await settleCall(app, id);
  }
}
