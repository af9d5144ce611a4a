import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';

/** Takes the badge of verified members away; the member may ask for it again. Returns whether there was one. */
export async function takeBadge(tx: Tx, member: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update profiles set verified = false where id = ${member} and verified`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Gives back a badge that was taken by mistake, in the transaction that reverses the decision. */
export async function giveBadgeBack(tx: Tx, member: number): Promise<void> {
  await sql`update profiles set verified = true where id = ${member} and kind = 'member'`.execute(tx);
}
