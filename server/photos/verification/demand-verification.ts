import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';

interface Demand {
  member: number;
  kind: 'asked' | 'disposable_mail';
  /** What the operator writes to the member. */
  words?: string;
  operator?: number;
}

/**
 * Stores that a member must be verified before writing to somebody new (docs/product.md 12.21). An operator's demand replaces
 * another one. Returns false for verified members, operators and fictional profiles, of whom nothing is demanded.
 */
export async function demandVerification(
  tx: Tx,
  { member, kind, words = '', operator }: Demand,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into verification_demands as d (member_id, kind, words, asked_by)
    select p.id, ${kind}, ${words}, ${operator ?? null} from profiles p join members m on m.id = p.id
      where p.id = ${member} and p.kind = 'member' and not p.verified and m.roles = '{}' and m.status <> 'deleted'
    on conflict (member_id) do update
      set kind = excluded.kind, words = excluded.words, asked_by = excluded.asked_by, asked_at = excluded.asked_at
      where excluded.kind = 'asked'`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}
