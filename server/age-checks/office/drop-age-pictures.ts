import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';

/** Deletes the pictures of a check, in the transaction that decides or ends it. */
export async function dropAgePictures(tx: Tx, check: number): Promise<void> {
  await sql`delete from age_check_pictures where check_id = ${check}`.execute(tx);
}
