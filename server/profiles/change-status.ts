import type { Insertable } from 'kysely';
import type { Db, Tx } from '../platform/database/index.ts';
import type { DB } from '../platform/database/schema.ts';

type NewProfile = Pick<
  Insertable<DB['profiles']>,
  'id' | 'name' | 'gender' | 'gender_sought' | 'date_of_birth' | 'country' | 'region' | 'city' | 'lat' | 'lon' | 'about' | 'interests'
>;

/** Writes the profile of a new account. Nobody sees it until the account is confirmed. */
export async function createProfile(tx: Tx, profile: NewProfile): Promise<void> {
  await tx.insertInto('profiles').values(profile).execute();
}

/** Shows a profile to others, or hides it while its account is closed, leaving or unconfirmed. */
export async function setProfileStatus(tx: Tx, memberId: number, status: 'active' | 'disabled'): Promise<void> {
  await tx.updateTable('profiles').set({ status }).where('id', '=', memberId).execute();
}

/** Switches invisible mode. */
export async function setInvisible(db: Db, memberId: number, invisible: boolean): Promise<void> {
  await db.updateTable('profiles').set({ invisible }).where('id', '=', memberId).execute();
}
