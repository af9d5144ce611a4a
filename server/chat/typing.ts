import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { unacquainted } from '../visibility/index.ts';

/** Limits the events, because the typing dots are shown for five seconds anyway. */
const EVERY = { points: 2, seconds: 2 };

/**
 * POST /api/typing.php: shows the other member that this member is typing. Makes no query if the other is
 * offline. Throws `not_found` if the member has no such conversation, or has one with an acquaintance.
 */
export async function tellTyping(
  app: Pick<App, 'db' | 'events' | 'limits'>,
  member: number,
  conversation: number,
): Promise<void> {
  if ((await app.limits.limit('typing', EVERY).take(`${member}`)) !== null) return;
  const side = await app.db
    .selectFrom('participants')
    .select('other_id')
    .where('member_id', '=', member)
    .where('conversation_id', '=', conversation)
    .where(unacquainted(sql.ref('other_id'), member))
    .executeTakeFirst();
  if (!side) throw refuse('not_found');
  app.events.emit(side.other_id, 'typing', { conversation, profile: member });
}
