import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';

export async function takeBadge(tx: Tx, member: number): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update profiles set verified = false where id = ${member} and verified`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}
