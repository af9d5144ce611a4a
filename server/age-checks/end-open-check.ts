import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';
import { dropAgePictures } from './office/drop-age-pictures.ts';

/** Ends the open check of a member, or only a certain one, without a result, and deletes its pictures. */
export async function endOpenCheck(tx: Tx, member: number, check: number | null = null): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update age_checks set state = 'failed', reason = 'withdrawn', reference = null, appeal_text = null, decided_at = app_now()
    where member_id = ${member} and state = 'open' and (${check}::bigint is null or id = ${check}) returning id`.execute(
    tx,
  );
  for (const { id } of rows) await dropAgePictures(tx, id);
}
