import { sql } from 'kysely';
import { createSession } from '#server/identity/index.ts';
import type { Client, TestApp } from './app.ts';

/** A member put straight into the database, for tests that need many or need states which take days to reach. */
export interface PlantOptions {
  name?: string;
  gender?: 'male' | 'female';
  gender_sought?: 'male' | 'female';
  date_of_birth?: string;
  country?: string;
  region?: string;
  city?: string;
  lat?: number;
  lon?: number;
  kind?: 'member' | 'fictional' | 'cam';
  cam_variant?: 'cam' | 'resell';
  status?: 'not_confirmed' | 'active' | 'pending_deletion' | 'banned' | 'deleted';
  invisible?: boolean;
  /** An operator disabled the profile. */
  disabled?: boolean;
  premium?: boolean;
  time_zone?: string;
}

let planted = 0;

/** Plants a member and answers the id. */
export async function plant(app: TestApp, options: PlantOptions = {}): Promise<number> {
  const { name = `Member${++planted}`, status = 'active', kind = 'member', gender = 'female' } = options;
  const { rows } = await sql<{ id: number }>`
    insert into members (email, email_key, status, language, paid_user, time_zone)
    values (${kind === 'member' ? `${name}@plant.test` : null}, ${kind === 'member' ? `${name.toLowerCase()}@plant.test` : null}, ${status}, 'en', ${options.premium ?? false}, ${options.time_zone ?? null})
    returning id`.execute(app.db);
  const { id } = rows[0]!;
  await sql`
    insert into profiles (id, kind, cam_variant, cam_url, name, gender, gender_sought, date_of_birth, country, region, city, lat, lon, status, invisible)
    values (${id}, ${kind}, ${kind === 'cam' ? (options.cam_variant ?? 'cam') : null}, ${kind === 'cam' ? 'https://cam.example.test' : null}, ${name}, ${gender},
      ${options.gender_sought ?? (gender === 'male' ? 'female' : 'male')}, ${options.date_of_birth ?? '1990-06-15'}, ${options.country ?? 'NL'}, ${options.region ?? null}, ${options.city ?? null},
      ${options.lat ?? null}, ${options.lon ?? null}, ${status === 'active' && !options.disabled ? 'active' : 'disabled'}, ${options.invisible ?? false})`.execute(
    app.db,
  );
  return id;
}

/** A browser in which a planted member is logged in, by both factors as operators must. */
export async function browserOf(app: TestApp, id: number): Promise<Client> {
  const client = app.visitor();
  client.memberId = id;
  client.cookies.set('auth', await createSession(app.db, id, 'test', null, true));
  return client;
}

/** Plants a member with a browser. */
export const plantWithBrowser = async (app: TestApp, options?: PlantOptions): Promise<Client> => browserOf(app, await plant(app, options));

/** A conversation between two members, without messages. */
export async function plantConversation(app: TestApp, one: number, other: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into conversations (member_low, member_high) values (${Math.min(one, other)}, ${Math.max(one, other)}) returning id`.execute(app.db);
  const { id } = rows[0]!;
  await sql`insert into participants (member_id, conversation_id, other_id) values (${one}, ${id}, ${other}), (${other}, ${id}, ${one})`.execute(app.db);
  return id;
}

/** Settings of the default site, from now on. */
export async function setSettings(app: TestApp, overrides: Record<string, unknown>): Promise<void> {
  await sql`update sites set overrides = overrides || ${JSON.stringify(overrides)}::jsonb where host = '*'`.execute(app.db);
  app.app.events.publish('sites_changed', {});
}
