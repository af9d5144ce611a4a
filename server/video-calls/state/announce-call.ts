import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { CallRow } from './call-row.ts';

/** Makes the open pages of both members read the call again, after the commit. */
export function announceCall(
  { events }: Pick<App, 'events'>,
  tx: Tx,
  { id, caller_id, callee_id }: Pick<CallRow, 'id' | 'caller_id' | 'callee_id'>,
): void {
  tx.afterCommit(() => {
    for (const member of [caller_id, callee_id]) events.emit(member, 'video_call', { id });
  }, `video call ${id}`);
}
