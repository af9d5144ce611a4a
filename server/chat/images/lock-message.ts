import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';

/**
 * Locks the message that an image was sent with, and returns its price as it is now. Throws `not_found` if it has no
 * image any more. A statement of its own, because a cluster distributes messages and not images.
 */
export async function lockMessage(
  tx: Tx,
  { conversation, message }: { conversation: number; message: number },
): Promise<{ credits: number }> {
  const { rows } = await sql<{ credits: number }>`
    select credits from messages
      where conversation_id = ${conversation} and id = ${message} and image_id is not null for no key update`.execute(
    tx,
  );
  if (!rows[0]) throw refuse('not_found');
  return rows[0];
}
