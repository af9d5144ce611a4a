import type { CallBody } from '#contract/calls.ts';
import type { Tx } from '../../platform/database/index.ts';
import { changeCam, changeProfile, setProfileStatus } from '../../profiles/index.ts';
import { checkedCam } from './cam-listing.ts';

type FictionalProfileFields = Partial<CallBody<'changeFictionalProfile'>>;

export async function writeFictionalProfile(
  tx: Tx,
  id: number,
  fields: FictionalProfileFields,
  minAge: number,
): Promise<void> {
  await writeProfile(tx, id, fields, minAge);
  await writeDeskFields(tx, id, fields);
}

async function writeProfile(tx: Tx, id: number, body: FictionalProfileFields, minAge: number): Promise<void> {
  const { name, gender, date_of_birth, country, city, about } = body;
  const given = { name, gender, date_of_birth, country, city, about };
  await changeProfile(
    tx,
    id,
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    { name: null, min_age: minAge },
  );
  if (body.active !== undefined) await setProfileStatus(tx, id, body.active ? 'active' : 'disabled');
  const cam = checkedCam(body.cam);
  if (cam) await changeCam(tx, id, cam);
}

async function writeDeskFields(
  tx: Tx,
  id: number,
  { label, languages, opens, closes }: FictionalProfileFields,
): Promise<void> {
  const values = {
    ...(label !== undefined && { label: label.trim() }),
    ...(languages !== undefined && { languages }),
    ...(opens !== undefined && { opens }),
    ...(closes !== undefined && { closes }),
  };
  if (Object.keys(values).length > 0)
    await tx.updateTable('fictional_profiles').set(values).where('profile_id', '=', id).execute();
}
