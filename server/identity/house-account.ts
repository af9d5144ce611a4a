import type { Locale } from '#contract/lists/locales.ts';
import type { Tx } from '../platform/database/index.ts';

/**
 * The account behind a profile of the house. It has neither address nor password, so nobody can log in as it, and the room
 * for photos of a premium member. Returns its id.
 */
export async function createHouseAccount(tx: Tx, language: Locale): Promise<number> {
  const { id } = await tx.insertInto('members').values({ status: 'active', language, paid_user: true }).returning('id').executeTakeFirstOrThrow();
  return id;
}
