import type { CountryCode } from '#contract/lists/countries.ts';
import type { Gender } from '#contract/lists/genders.ts';
import type { Tx } from '../platform/database/index.ts';

export interface HouseProfile {
  id: number;
  kind: 'fictional' | 'cam';
  cam: { variant: 'cam' | 'resell'; url: string } | null;
  name: string;
  gender: Gender;
  date_of_birth: string;
  country: CountryCode;
}

/** Creates the profile of a house account. Use `changeProfile` to validate and set the other fields. */
export async function createHouseProfile(tx: Tx, { cam, ...profile }: HouseProfile): Promise<void> {
  await tx
    .insertInto('profiles')
    .values({ ...profile, cam_variant: cam?.variant ?? null, cam_url: cam?.url ?? null, status: 'active' })
    .execute();
}
