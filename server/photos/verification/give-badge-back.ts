import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';

export async function giveBadgeBack(tx: Tx, member: number): Promise<void> {
  await sql`update profiles set verified = true where id = ${member} and kind = 'member'`.execute(tx);
}
