import { sql } from 'kysely';
import { itemAt } from '#contract/must.ts';
import { factFields, profileFields, recordOf } from '#contract/profile-fields.ts';
import type { Tx } from '#server/platform/database/index.ts';
import { emailOf } from './people.ts';
import type { DemoPerson } from './person.ts';
import { drawIds, insertRows } from './rows.ts';
import type { Like } from './society.ts';

const minute = 60_000;
const day = 1440 * minute;

export const before = (now: Date, minutes: number) =>
  new Date(now.getTime() - minutes * minute).toISOString();

/**
 * Writes accounts, profiles and presence, oldest signup first, so that ids grow with time. Returns the ids in
 * the order of `people`. Photos, money and messages follow later.
 */
export async function insertMembers(
  tx: Tx,
  people: readonly DemoPerson[],
  now: Date,
  passwordHash: string,
): Promise<number[]> {
  const drawn = await drawIds(tx, 'members', people.length);
  const byAge = people
    .map((_, i) => i)
    .sort((a, b) => itemAt(people, b).signupDaysAgo - itemAt(people, a).signupDaysAgo);
  const ids: number[] = [];
  for (const [place, i] of byAge.entries()) ids[i] = itemAt(drawn, place);
  const signedUp = (i: number) => before(now, itemAt(people, i).signupDaysAgo * 1440 + 1 + (i % 600));

  await insertAccounts(tx, people, ids, signedUp, passwordHash);
  await insertProfiles(tx, people, ids, signedUp, now);
  const seen = people.map((person, i) => ({
    member_id: ids[i],
    last_active: before(now, person.activeMinutesAgo),
  }));
  await insertRows(tx, 'presence', { member_id: 'bigint', last_active: 'timestamptz' }, seen);
  return ids;
}

async function insertAccounts(
  tx: Tx,
  people: readonly DemoPerson[],
  ids: readonly number[],
  signedUp: (i: number) => string,
  passwordHash: string,
): Promise<void> {
  const accounts = people.map((person, i) => {
    const email = person.kind === 'member' ? emailOf(person.login ?? `member${ids[i]}`) : null;
    return {
      id: ids[i],
      email,
      email_key: email,
      password_hash: email && passwordHash,
      status: person.confirmed ? 'active' : 'not_confirmed',
      language: person.language,
      paid_user: person.premium,
      signup_date: signedUp(i),
      confirmed_at: person.confirmed ? signedUp(i) : null,
      is_demo: true,
    };
  });
  await insertRows(
    tx,
    'members',
    {
      id: 'bigint',
      email: 'text',
      email_key: 'text',
      password_hash: 'text',
      status: 'text',
      language: 'text',
      paid_user: 'boolean',
      signup_date: 'timestamptz',
      confirmed_at: 'timestamptz',
      is_demo: 'boolean',
    },
    accounts,
  );
}

async function insertProfiles(
  tx: Tx,
  people: readonly DemoPerson[],
  ids: readonly number[],
  signedUp: (i: number) => string,
  now: Date,
): Promise<void> {
  const profiles = people.map((person, i) => ({
    id: ids[i],
    kind: person.kind,
    cam_variant: person.camVariant,
    cam_url: person.kind === 'cam' ? `https://cam.example/${person.camVariant}/${ids[i]}` : null,
    name: person.name,
    gender: person.gender,
    gender_sought: person.genderSought,
    date_of_birth: birthday(person, now),
    country: person.country,
    region: person.region,
    city: person.city,
    lat: person.lat,
    lon: person.lon,
    interests: person.interests,
    ...person.facts,
    about: person.about,
    prompts: person.prompts,
    status: person.confirmed ? 'active' : 'disabled',
    invisible: person.invisible,
    created_at: signedUp(i),
    active_on: before(now, Math.max(0, person.activeMinutesAgo)).slice(0, 10),
  }));
  await insertRows(
    tx,
    'profiles',
    {
      id: 'bigint',
      kind: 'text',
      cam_variant: 'text',
      cam_url: 'text',
      name: 'text',
      gender: 'text',
      gender_sought: 'text',
      date_of_birth: 'date',
      country: 'text',
      region: 'text',
      city: 'text',
      lat: 'real',
      lon: 'real',
      interests: 'text[]',
      ...recordOf(factFields, (field) => sqlTypes[profileFields[field].stored]),
      about: 'text',
      prompts: 'jsonb',
      status: 'text',
      invisible: 'boolean',
      created_at: 'timestamptz',
      active_on: 'date',
    },
    profiles,
  );
}

const sqlTypes = { word: 'text', words: 'text[]', number: 'smallint' } as const;

export async function insertLikes(
  tx: Tx,
  likes: readonly Like[],
  ids: readonly number[],
  now: Date,
): Promise<void> {
  const sorted = [...likes].sort((a, b) => b.minutesAgo - a.minutesAgo);
  const drawn = await drawIds(tx, 'likes', sorted.length);
  const rows = sorted.map((like, i) => ({
    id: drawn[i],
    liker_id: ids[like.liker],
    liked_id: ids[like.liked],
    like_new: !like.seen,
    created_at: before(now, like.minutesAgo),
  }));
  await insertRows(
    tx,
    'likes',
    { id: 'bigint', liker_id: 'bigint', liked_id: 'bigint', like_new: 'boolean', created_at: 'timestamptz' },
    rows,
  );
}

/**
 * The demo site's operator, who logs in with a link and a code. Like every member, the operator has a
 * profile, which no list shows.
 */
export async function insertOperator(tx: Tx): Promise<number> {
  const id = itemAt(await drawIds(tx, 'members', 1), 0);
  await sql`insert into members (id, email, email_key, status, language, roles, confirmed_at, is_demo) overriding system value
    values (${id}, 'operator@example.test', 'operator@example.test', 'active', 'en', '{owner}', app_now(), true)`.execute(
    tx,
  );
  await sql`insert into profiles (id, name, gender, date_of_birth, country, status) values (${id}, 'Operator', 'female', '1985-01-01', 'NL', 'disabled')`.execute(
    tx,
  );
  return id;
}

function birthday(person: DemoPerson, now: Date): string {
  const at = new Date(now.getTime() - person.birthdayDaysAgo * day);
  at.setUTCFullYear(at.getUTCFullYear() - person.age);
  return at.toISOString().slice(0, 10);
}
