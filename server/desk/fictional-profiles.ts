import { sql } from 'kysely';
import type { CallBody, CallQuery, CallReply } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { addPhoto } from '../photos/index.ts';
import type { UploadedFile } from '../platform/http/context.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, isTaken, type Db, type Tx } from '../platform/database/index.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { createHouseAccount } from '../identity/index.ts';
import { changeCam, changeProfile, createHouseProfile, profileOf, setProfileStatus } from '../profiles/index.ts';
import { settingsOf } from '../site-settings/index.ts';

const PAGE = 24;

interface Kept {
  id: number;
  label: string | null;
  languages: Locale[] | null;
  opens: string | null;
  closes: string | null;
  waiting: number;
}

/** GET /api/admin/fictional-profiles.php: fictional profiles or cam listings, newest first. */
export async function fictionalProfiles(app: Pick<App, 'db' | 'parts'>, query: CallQuery<'fictionalProfiles'>): Promise<CallReply<'fictionalProfiles'>> {
  const before = /^\d{1,15}$/.test(query.cursor ?? '') ? Number(query.cursor) : Number.MAX_SAFE_INTEGER;
  const { rows } = await sql<Kept>`
    select p.id, f.label, f.languages, to_char(f.opens, 'HH24:MI') as opens, to_char(f.closes, 'HH24:MI') as closes,
      (select count(*)::int from unanswered w where w.profile_id = p.id) as waiting
    from profiles p left join fictional_profiles f on f.profile_id = p.id
    where p.kind = ${query.kind ?? 'fictional'} and p.id < ${before}
    order by p.id desc limit ${PAGE + 1}`.execute(app.db);
  const page = rows.slice(0, PAGE);
  const profiles = await Promise.all(page.map(({ id }) => profileOf(app, id, id)));
  return {
    profiles: page.map((kept, i) => ({
      profile: profiles[i]!,
      label: kept.label ?? '',
      languages: kept.languages ?? [],
      opens: kept.opens,
      closes: kept.closes,
      waiting: kept.waiting,
    })),
    next: rows.length > PAGE ? String(page.at(-1)!.id) : null,
  };
}

/**
 * POST /api/admin/fictional-profiles.php: a fictional profile or a cam listing, which is labelled as such wherever it shows. It
 * belongs to the house: nobody can log in as it. A repeat of `key` answers the profile it made.
 *
 * Refuses 422 with `fields`.
 */
export async function createFictionalProfile(app: App, operator: number, body: CallBody<'createFictionalProfile'>): Promise<number> {
  if ((body.kind === 'cam') !== (body.cam !== undefined)) throw refuseFields({ cam: 'required' });
  const { min_age } = await settingsOf(app);
  const made = async () => (await app.db.selectFrom('fictional_profiles').select('profile_id').where('key', '=', body.key).executeTakeFirst())?.profile_id;
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
    await tx.insertInto('fictional_profiles').values({ profile_id: id, created_by: operator, key: body.key }).execute();
    await applyChange(tx, id, body, min_age);
    await keepDesk(tx, id, body);
    return id;
  }).catch(async (error: unknown) => {
    // Two of one key at once: the first counts.
    const first = isTaken(error, 'fictional_profiles_key_key') ? await made() : undefined;
    if (first === undefined) throw error;
    return first;
  });
}

/**
 * PUT /api/admin/fictional-profiles.php: changes the fields that are given.
 *
 * Refuses `not_found` for a member's profile, 422 with `fields`.
 */
export async function changeFictionalProfile(app: App, body: CallBody<'changeFictionalProfile'>): Promise<void> {
  const { min_age } = await settingsOf(app);
  await inTransaction(app.db, async (tx) => {
    await assertHouseProfile(tx, body.id);
    await applyChange(tx, body.id, body, min_age);
    await sql`insert into fictional_profiles (profile_id) values (${body.id}) on conflict do nothing`.execute(tx);
    await keepDesk(tx, body.id, body);
  });
}

/** POST /api/admin/fictional-photos.php: adds a photo, which waits for inspection as every photo does. */
export async function addFictionalPhoto(app: App, body: CallBody<'fictionalPhoto'>, file: UploadedFile | undefined): Promise<number> {
  if (!file) throw refuse('bad_request');
  await assertHouseProfile(app.db, body.profile);
  return addPhoto(app, { memberId: body.profile, content: file.content, main: body.main, clientId: body.client_id });
}

async function assertHouseProfile(db: Db, id: number): Promise<void> {
  const found = await db.selectFrom('profiles').select('id').where('id', '=', id).where('kind', '<>', 'member').executeTakeFirst();
  if (!found) throw refuse('not_found');
}

async function applyChange(tx: Tx, id: number, body: Partial<CallBody<'changeFictionalProfile'>>, minAge: number): Promise<void> {
  const { name, gender, date_of_birth, country, city, about } = body;
  const given = { name, gender, date_of_birth, country, city, about };
  await changeProfile(tx, id, Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)), { min_age: minAge });
  if (body.active !== undefined) await setProfileStatus(tx, id, body.active ? 'active' : 'disabled');
  const cam = checkedCam(body.cam);
  if (cam) await changeCam(tx, id, cam);
}

/** A listing leads out of the site: to an https address only. */
function checkedCam(cam: { variant: 'cam' | 'resell'; url: string } | undefined): { variant: 'cam' | 'resell'; url: string } | null {
  if (!cam) return null;
  if (!URL.canParse(cam.url) || new URL(cam.url).protocol !== 'https:') throw refuseFields({ cam: 'invalid' });
  return cam;
}

async function keepDesk(tx: Tx, id: number, { label, languages, opens, closes }: Partial<CallBody<'changeFictionalProfile'>>): Promise<void> {
  const values = {
    ...(label !== undefined && { label: label.trim() }),
    ...(languages !== undefined && { languages }),
    ...(opens !== undefined && { opens }),
    ...(closes !== undefined && { closes }),
  };
  if (Object.keys(values).length > 0) await tx.updateTable('fictional_profiles').set(values).where('profile_id', '=', id).execute();
}
