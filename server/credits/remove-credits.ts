import { sql } from 'kysely';
import { one, type Tx } from '../platform/database/index.ts';
import { bookCredits } from './book-credits.ts';

/**
 * Removes the credits of a member who is being erased, so that the accounts still sum to zero. The caller
 * must hold the lock on the member's row.
 */
export async function removeCredits(tx: Tx, member: number): Promise<void> {
  const { credits } = await one(
    sql<{ credits: number }>`select credits from members where id = ${member}`.execute(tx),
  );
  if (credits > 0)
    await bookCredits(tx, { member, kind: 'lapse', credits, key: 'lapse' }, -credits, 'lapsed');
}
