import type { Insertable } from 'kysely';
import type { Db, Tx } from '../platform/database/index.ts';
import type { DB } from '../platform/database/schema.ts';

type NewProfile = Pick<
  Insertable<DB['profiles']>,
  'id' | 'name' | 'gender' | 'gender_sought' | 'date_of_birth' | 'country' | 'region' | 'city' | 'lat' | 'lon' | 'about' | 'interests'
> &
  Partial<Pick<Insertable<DB['profiles']>, 'sexuality' | 'hair_color' | 'eye_color' | 'body_type' | 'relationship_status' | 'tattoos'>>;

/** Writes the profile of a new account. Nobody sees it until the account is confirmed. */
export async function createProfile(tx: Tx, profile: NewProfile): Promise<void> {
  await tx.insertInto('profiles').values(profile).execute();
}

/** Shows a profile to others, or hides it while its account is closed, leaving or unconfirmed. */
export async function setProfileStatus(tx: Tx, memberId: number, status: 'active' | 'disabled'): Promise<void> {
  await tx.updateTable('profiles').set({ status }).where('id', '=', memberId).execute();
}

/** Takes away what breaks the rules: an about text is emptied, a name becomes a neutral one that its owner can change. */
export async function clearText(tx: Tx, memberId: number, field: 'name' | 'about'): Promise<void> {
  const set = field === 'name' ? { name: `Member ${memberId}` } : { about: null };
  await tx.updateTable('profiles').set(set).where('id', '=', memberId).execute();
}

/** Switches invisible mode. */
export async function setInvisible(db: Db, memberId: number, invisible: boolean): Promise<void> {
  await db.updateTable('profiles').set({ invisible }).where('id', '=', memberId).execute();
}
