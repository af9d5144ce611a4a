import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

/**
 * Forgets the pictures and words of holds decided `days` ago, and returns the pictures' folders. Of accounts that are gone
 * nothing else is left of a hold.
 */
export async function forgetHeldEvidence(db: Db, days: number): Promise<string[]> {
  const { rows } = await sql<{ folders: string[] }>`
    with old as (
      select id, evidence_folders from account_holds
      where (evidence_folders <> '{}' or evidence_words <> '{}') and decided_at < app_now() - ${days} * interval '1 day' limit 1000
    )
    update account_holds h set evidence_folders = '{}', evidence_words = '{}', evidence_matches = '[]' from old where h.id = old.id
    returning old.evidence_folders as folders`.execute(db);
  await sql`delete from account_holds where purged_at is not null and evidence_folders = '{}' and evidence_words = '{}'`.execute(
    db,
  );
  return rows.flatMap(({ folders }) => folders);
}
