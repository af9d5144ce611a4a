import type { Db } from '../platform/database/index.ts';
import { relationTo, seenThrough, type Viewer } from '../visibility/index.ts';
import { otherOf, type CallRow } from './state/call-row.ts';

/** Whether the other member was blocked, banned, erased or hidden since the call began, or has blocked the viewer. */
export async function isApart(db: Db, viewer: Viewer<number>, row: CallRow): Promise<boolean> {
  const found = await relationTo(db, viewer, otherOf(row, viewer.id));
  return found === null || found.blocked || seenThrough(found, 'opened') !== 'visible';
}
