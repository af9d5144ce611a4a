import { sql } from 'kysely';
import type { Role } from '#contract/lists/roles.ts';
import type { Tx } from '../../platform/database/index.ts';

/**
 * Returns whether no other operator has one of the roles that may approve a change. On such a site a change
 * would wait forever. Only owners grant roles, so other operators cannot create this situation to escape
 * approval.
 */
export async function isOnlyOperator(
  tx: Tx,
  operatorId: number,
  roles: readonly Role[] = ['owner', 'finance'],
): Promise<boolean> {
  const { rows } = await sql`
    select from members where id <> ${operatorId} and status = 'active' and roles && ${[...roles]} limit 1`.execute(
    tx,
  );
  return rows.length === 0;
}
