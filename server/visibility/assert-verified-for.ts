import { sql } from 'kysely';
import { one, type Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import type { Viewer } from './sql-pieces.ts';

/**
 * Throws `verification_required` if the viewer must get the badge before contact with a member who has not written to them
 * (docs/product.md 12.21).
 */
export async function assertVerifiedFor(
  db: Db,
  { id, verificationRule }: Pick<Viewer<number>, 'id' | 'verificationRule'>,
  other: number,
): Promise<void> {
  const { lacks } = await one(
    sql<{ lacks: boolean }>`
      select lacks_verification(${id}::bigint, ${other}::bigint, ${verificationRule}::text) as lacks`.execute(
      db,
    ),
  );
  if (lacks) throw refuse('verification_required');
}
