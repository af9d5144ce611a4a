import type { Db } from '../../platform/database/index.ts';

/**
 * Deletes every conversation between two members with its messages, in the caller's transaction, as blocking
 * requires (docs/product.md 6.5).
 */
export async function deleteConversationsBetween(tx: Db, one: number, other: number): Promise<void> {
  await tx
    .deleteFrom('conversations')
    .where('member_low', '=', Math.min(one, other))
    .where('member_high', '=', Math.max(one, other))
    .execute();
}
