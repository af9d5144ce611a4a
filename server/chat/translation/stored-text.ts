import { sql } from 'kysely';
import { oneOrNone, type Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';

interface Received {
  body: string;
  sender: number;
}

export interface TextRequest {
  conversation: number;
  message: number;
  visibleDays: number;
}

/**
 * The text of a message that a profile received and can still read, without the visibility rule. Throws `not_found` if
 * there is none.
 */
export async function storedText(
  db: Db,
  reader: number,
  { conversation, message, visibleDays }: TextRequest,
): Promise<Received> {
  const found = await oneOrNone(
    sql<Received>`
    select m.body, side.other_id as sender
      from side_of(${reader}, ${conversation}) side, message_of(${conversation}, ${message}) found, lateral (select (found.message).*) m
      where m.id > side.cleared_to_id and m.sender_id <> ${reader}
        and m.body is not null and m.created_at > app_now() - ${visibleDays} * interval '1 day'`.execute(db),
  );
  if (!found) throw refuse('not_found');
  return found;
}
