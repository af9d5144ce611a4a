import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';

/** Locks the member's row, so that uploads, deletions and decisions of one member follow each other. */
export const lockOwner = (tx: Tx, member: number): Promise<unknown> =>
  sql`select from members where id = ${member} for no key update`.execute(tx);
