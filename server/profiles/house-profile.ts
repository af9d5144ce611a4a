import type { CountryCode } from '#contract/lists/countries.ts';
import type { Gender } from '#contract/enums.ts';
import type { Tx } from '../platform/database/index.ts';

/** A profile of the house: fictional, or a cam listing that leads out of the site. */
export interface HouseProfile {
  /** Of its account. */
  id: number;
  kind: 'fictional' | 'cam';
  cam: { variant: 'cam' | 'resell'; url: string } | null;
  name: string;
  gender: Gender;
  date_of_birth: string;
  country: CountryCode;
}

/** Makes the profile of a house account; `changeProfile` checks and fills in the rest. */
export async function createHouseProfile(tx: Tx, { cam, ...profile }: HouseProfile): Promise<void> {
  await tx
    .insertInto('profiles')
    .values({ ...profile, cam_variant: cam?.variant ?? null, cam_url: cam?.url ?? null, status: 'active' })
    .execute();
}

/** Changes variant and address of a cam listing; does nothing to any other profile. */
export async function changeCam(tx: Tx, id: number, { variant, url }: NonNullable<HouseProfile['cam']>): Promise<void> {
  await tx.updateTable('profiles').set({ cam_variant: variant, cam_url: url }).where('id', '=', id).where('kind', '=', 'cam').execute();
}
