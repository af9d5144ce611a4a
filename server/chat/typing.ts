import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';

/** One event in this many seconds is enough: the dots last five. */
const EVERY = { points: 2, seconds: 2 };

/**
 * POST /api/typing.php: tells the other that the member is typing. Costs the database nothing when the other is away.
 *
 * Refuses `not_found` for a conversation that is not the member's.
 */
export async function tellTyping(app: Pick<App, 'db' | 'events' | 'limits'>, member: number, conversation: number): Promise<void> {
  if ((await app.limits.limit('typing', EVERY).take(`${member}`)) !== null) return;
  const side = await app.db
    .selectFrom('participants')
    .select('other_id')
    .where('member_id', '=', member)
    .where('conversation_id', '=', conversation)
    .executeTakeFirst();
  if (!side) throw refuse('not_found');
  app.events.emit(side.other_id, 'typing', { conversation, profile: member });
}
