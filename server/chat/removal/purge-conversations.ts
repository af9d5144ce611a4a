import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';

export async function purgeConversations(tx: Tx, memberId: number): Promise<void> {
  const { rows } = await sql<{
    id: number;
  }>`select id from conversations where member_low = ${memberId} or member_high = ${memberId}`.execute(tx);
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return;
  const { rows: sent } = await sql<{ image_id: number }>`
    select image_id from messages where conversation_id = any(${ids}::bigint[]) and image_id is not null`.execute(
    tx,
  );
  const images = sent.map((row) => row.image_id);
  await sql`delete from chat_images where id = any(${images}::bigint[]) or album_of = any(${images}::bigint[])`.execute(
    tx,
  );
  await sql`delete from messages where conversation_id = any(${ids}::bigint[])`.execute(tx);
  await sql`delete from participants where conversation_id = any(${ids}::bigint[])`.execute(tx);
  await sql`delete from conversations where id = any(${ids}::bigint[])`.execute(tx);
}
