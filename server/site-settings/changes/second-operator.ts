import { sql } from 'kysely';
import type { Role } from '#contract/lists/roles.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { Tx } from '../../platform/database/index.ts';

/**
 * Returns whether no other operator has one of the roles that may approve a change of these sites (null: of all).
 * Then a change would wait forever. Only owners grant roles, so other operators cannot create this situation to escape
 * approval.
 */
export async function isOnlyOperator(
  tx: Tx,
  operatorId: number,
  sites: Sites,
  roles: readonly Role[] = ['owner', 'finance'],
): Promise<boolean> {
  const { rows } = await sql`
    select from members where id <> ${operatorId} and status = 'active' and roles && ${[...roles]}
      and (office_sites is null or ${sites}::text[] <@ office_sites) limit 1`.execute(tx);
  return rows.length === 0;
}
