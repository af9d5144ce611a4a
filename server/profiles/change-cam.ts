import type { Tx } from '../platform/database/index.ts';
import type { HouseProfile } from './create-house-profile.ts';

export async function changeCam(
  tx: Tx,
  id: number,
  { variant, url }: NonNullable<HouseProfile['cam']>,
): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({ cam_variant: variant, cam_url: url })
    .where('id', '=', id)
    .where('kind', '=', 'cam')
    .execute();
}
