import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';

export async function endDemand(tx: Tx, member: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from verification_demands where member_id = ${member}`.execute(
    tx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}
