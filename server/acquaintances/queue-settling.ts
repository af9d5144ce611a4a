import type { App } from '../platform/app.ts';
import type { Tx } from '../platform/database/index.ts';
import { SETTLE_ACQUAINTANCES } from './pairs.ts';

/** Queues the settling of a member's pairs in the transaction that changes their contacts or marks. */
export const queueSettling = ({ jobs }: Pick<App, 'jobs'>, tx: Tx, member: number): Promise<void> =>
  jobs.add(tx, SETTLE_ACQUAINTANCES, { member }, { member });
