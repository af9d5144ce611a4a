import type { Db } from '../platform/database/index.ts';
import { OWN_HASH_PREFIX, hashPassword } from './passwords.ts';

/**
 * Replaces an imported hash with our own after a successful login. The password is unchanged, so sessions
 * continue.
 */
export async function renewHash(
  db: Db,
  memberId: number,
  stored: string | null,
  password: string,
): Promise<void> {
  if (!stored || stored.startsWith(OWN_HASH_PREFIX)) return;
  await db
    .updateTable('members')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', memberId)
    .where('password_hash', '=', stored)
    .execute();
}
