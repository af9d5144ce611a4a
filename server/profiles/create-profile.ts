import type { Insertable } from 'kysely';
import type { FactField } from '#contract/profile-fields.ts';
import type { Tx } from '../platform/database/index.ts';
import type { DB } from '../platform/database/schema.ts';

type NewProfile = Pick<
  Insertable<DB['profiles']>,
  | 'id'
  | 'name'
  | 'gender'
  | 'gender_sought'
  | 'date_of_birth'
  | 'partner_date_of_birth'
  | 'country'
  | 'region'
  | 'city'
  | 'lat'
  | 'lon'
  | 'about'
  | 'interests'
> &
  Partial<Pick<Insertable<DB['profiles']>, FactField>>;

export async function createProfile(tx: Tx, profile: NewProfile): Promise<void> {
  await tx.insertInto('profiles').values(profile).execute();
}
