import type { CallBody } from '#contract/calls.ts';
import { createHouseAccount } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, isTaken } from '../../platform/database/index.ts';
import { refuseFields } from '../../platform/http/refusal.ts';
import { createHouseProfile } from '../../profiles/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { checkedCam } from './cam-listing.ts';
import { writeFictionalProfile } from './write-fictional-profile.ts';

/**
 * Creates a fictional profile or cam listing, labelled as such everywhere. Nobody can log in as it. Repeating
 * `key` returns the existing profile. Throws `invalid_fields` for invalid fields.
 */
export async function createFictionalProfile(
  app: App,
  operator: number,
  body: CallBody<'createFictionalProfile'>,
): Promise<number> {
  if ((body.kind === 'cam') !== (body.cam !== undefined)) throw refuseFields({ cam: 'required' });
  const { min_age } = await settingsOf(app);
  const made = async () =>
    (
      await app.db
        .selectFrom('fictional_profiles')
        .select('profile_id')
        .where('key', '=', body.key)
        .executeTakeFirst()
    )?.profile_id;
  const known = await made();
  if (known !== undefined) return known;
  return inTransaction(app.db, async (tx) => {
    const id = await createHouseAccount(tx, body.languages?.[0] ?? 'en');
    await createHouseProfile(tx, {
      id,
      kind: body.kind,
      cam: checkedCam(body.cam),
      name: body.name,
      gender: body.gender,
      date_of_birth: body.date_of_birth,
      country: body.country,
    });
    await tx
      .insertInto('fictional_profiles')
      .values({ profile_id: id, created_by: operator, key: body.key })
      .execute();
    await writeFictionalProfile(tx, id, body, min_age);
    return id;
  }).catch(async (error: unknown) => {
    // Of two concurrent requests with one key, the second returns the first one's profile.
    const first = isTaken(error, 'fictional_profiles_key_key') ? await made() : undefined;
    if (first === undefined) throw error;
    return first;
  });
}
