import { sql } from 'kysely';
import { one, retried, type Db } from '../platform/database/index.ts';
import type { Viewer } from '../visibility/index.ts';

export interface UnlikeOutcome {
  unliked: boolean;
  told: boolean;
}

/**
 * DELETE /api/like.php: withdraws a like, or with `since` only a like created at or after it. A match ends
 * with it. A repeat changes nothing. It is one query, which can run inside another transaction.
 */
export async function unlikeProfile(
  db: Db,
  { id: liker, resell }: Viewer<number>,
  liked: number,
  since: Date | null = null,
): Promise<UnlikeOutcome> {
  const row = await one(
    retried(db, () =>
      sql<{ unliked: boolean; shown: boolean }>`
      select unliked, shown from unlike_profile(${liker}::bigint, ${liked}::bigint, ${resell}::boolean, ${since}::timestamptz)`.execute(
        db,
      ),
    ),
  );
  return { unliked: row.unliked, told: row.shown };
}
