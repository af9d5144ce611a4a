import { sql } from 'kysely';
import { reserveCredits } from '../../credits/index.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { CallRow } from './call-row.ts';
import { paidMinuteAt } from './rules.ts';

/**
 * Charges the inviter for the present minute of a locked call, once, and captures the minutes before. Returns false if
 * the minute cannot be paid: too few credits, a spending pause or the monthly limit.
 */
export async function chargeMinute(app: Pick<App, 'events'>, tx: Tx, row: CallRow): Promise<boolean> {
  const { id, caller_id, credits_per_minute: credits } = row;
  const minute = paidMinuteAt(row, row.now);
  if (minute === 0 || credits === 0) return true;
  await sql`
    update video_call_minutes set state = 'captured', settled_at = app_now()
      where call_id = ${id} and minute < ${minute} and state = 'reserved'`.execute(tx);
  const { rows } = await sql`
    insert into video_call_minutes (call_id, minute, credits) values (${id}, ${minute}, ${credits})
      on conflict do nothing returning minute`.execute(tx);
  if (rows.length === 0) return true;
  const reserved = await reserveCredits(tx, {
    member: caller_id,
    kind: 'video_call',
    credits,
    key: `video_call:${id}:${minute}`,
    conversation: row.conversation_id,
    other: row.callee_id,
  });
  if (reserved.refusal !== null) {
    await sql`delete from video_call_minutes where call_id = ${id} and minute = ${minute}`.execute(tx);
    return false;
  }
  tx.afterCommit(() =>
    app.events.emit(caller_id, 'credits', {
      credits: reserved.credits,
      paid_user: reserved.paidUser,
      reason: 'video_call',
    }),
  );
  return true;
}
