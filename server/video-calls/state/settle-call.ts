import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { lockedCall, type CallRow } from './call-row.ts';
import { finishCall } from './finish-call.ts';
import { dueEnd } from './rules.ts';

/** Ends a call whose time is over: unanswered, not connected, at its end, or with nobody left in it. */
export const settleCall = (app: Pick<App, 'db' | 'events' | 'jobs'>, id: string): Promise<CallRow | null> =>
  inTransaction(app.db, async (tx) => {
    const row = await lockedCall(tx, id);
    const due = row && dueEnd(row);
    return row && due ? finishCall(app, tx, row, due.end, due.at) : row;
  });
