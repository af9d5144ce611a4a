import type { Locale } from '#contract/lists/locales.ts';
import type { Tx } from '../platform/database/index.ts';

/**
 * Creates the account behind a house profile and returns its id. It has neither address nor password, so
 * nobody can log in to it. It is premium, because that allows as many photos.
 */
export async function createHouseAccount(tx: Tx, language: Locale): Promise<number> {
  const { id } = await tx
    .insertInto('members')
    .values({ status: 'active', language, paid_user: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
