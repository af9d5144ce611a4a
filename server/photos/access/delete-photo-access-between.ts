import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';

export async function deletePhotoAccessBetween(tx: Tx, one: number, other: number): Promise<void> {
  await sql`delete from photo_access where (owner_id = ${one} and viewer_id = ${other}) or (owner_id = ${other} and viewer_id = ${one})`.execute(
    tx,
  );
}
