import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { CONVERSATIONS_DELETED } from '../first-words/written-to.ts';

/**
 * Deletes every conversation between two members with its messages, in the caller's transaction, as blocking
 * requires (docs/product.md 6.5).
 */
export async function deleteConversationsBetween(
  { events }: Pick<App, 'events'>,
  tx: Tx,
  one: number,
  other: number,
): Promise<void> {
  await tx
    .deleteFrom('conversations')
    .where('member_low', '=', Math.min(one, other))
    .where('member_high', '=', Math.max(one, other))
    .execute();
  tx.afterCommit(() => events.publish(CONVERSATIONS_DELETED, { one, other }));
}
