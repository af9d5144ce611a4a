import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';

/**
 * Returns the member's site. Throws `not_found` if the member does not exist, and `invalid_fields` if the
 * member is an operator: an owner has to remove the roles first.
 */
export async function hostOfNoColleague(tx: Tx, member: number): Promise<string | undefined> {
  const { rows } = await sql<{
    roles: string[];
    host: string | null;
  }>`select roles, host from members where id = ${member} and status <> 'deleted' for no key update`.execute(
    tx,
  );
  if (!rows[0]) throw refuse('not_found');
  if (rows[0].roles.length > 0) throw refuseFields({ member: 'invalid' });
  return rows[0].host ?? undefined;
}
