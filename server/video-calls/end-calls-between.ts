import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { Tx } from '../platform/database/index.ts';
import { lockedCall } from './state/call-row.ts';
import { finishCall } from './state/finish-call.ts';

/** Ends the open call of two members, one of whom blocks the other. The caller has locked both members. */
export async function endCallsBetween(
  app: Pick<App, 'events' | 'jobs'>,
  tx: Tx,
  one: number,
  other: number,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from video_calls where caller_id = ${one} and callee_id = ${other} and status <> 'ended'
    union all
    select id from video_calls where caller_id = ${other} and callee_id = ${one} and status <> 'ended'`.execute(
    tx,
  );
  for (const { id } of rows) {
    const row = await lockedCall(tx, id);
    if (row) await finishCall(app, tx, row, 'blocked');
  }
}
