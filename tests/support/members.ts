import { sql } from 'kysely';
import type { Gender } from '#contract/lists/genders.ts';
import { addressKey } from '#contract/rules/account-rules.ts';
import { createSession } from '#server/identity/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { SITES_CHANGED } from '#server/site-settings/index.ts';
import type { Client, TestApp } from './app.ts';
import { overrideSettings } from './assembled-site.ts';

/**
 * A member inserted directly into the database, for tests that need many members or states that take days to
 * reach.
 */
export interface PlantOptions {
  name?: string;
  gender?: Gender;
  gender_sought?: Gender | null;
  date_of_birth?: string;
  /** Of a couple, whose `name` has both first names. */
  partner_date_of_birth?: string;
  country?: string;
  region?: string;
  city?: string;
  lat?: number;
  lon?: number;
  kind?: 'member' | 'fictional' | 'cam';
  cam_variant?: 'cam' | 'resell';
  status?: 'not_confirmed' | 'active' | 'pending_deletion' | 'banned' | 'deleted';
  invisible?: boolean;
  incognito?: boolean;
  disabled?: boolean;
  premium?: boolean;
  time_zone?: string;
  language?: string;
  /** By default members have an address made from their name; other profiles have none. */
  email?: string;
  roles?: string[];
  interests?: string[];
  signedUpAgo?: number;
  /** The site of the signup, which decides the pool. By default the default site. */
  host?: string;
}

let planted = 0;

export const plant = (app: Pick<TestApp, 'db'>, options?: PlantOptions): Promise<number> =>
  plantMember(app.db, options);

/** The only way to insert a test member without signup. */
export async function plantMember(db: Db, options: PlantOptions = {}): Promise<number> {
  const {
    name = `Member${++planted}`,
    status = 'active',
    kind = 'member',
    gender = 'female',
    signedUpAgo = null,
  } = options;
  const email = options.email ?? (kind === 'member' ? `${name}@plant.test` : null);
  const sought =
    options.gender_sought === undefined ? (gender === 'male' ? 'female' : 'male') : options.gender_sought;
  const pool = await poolAt(db, options.host ?? null);
  const { rows } = await sql<{ id: number }>`
    insert into members (host, email, email_key, status, language, paid_user, time_zone, roles, confirmed_at, signup_date)
    values (${options.host ?? null}, ${email}, ${email && addressKey(pool, email)}, ${status}, ${options.language ?? 'en'}, ${options.premium ?? false}, ${options.time_zone ?? null},
      ${options.roles ?? []}::text[], case when ${signedUpAgo}::int is not null then app_now() end, app_now() - ${signedUpAgo ?? 0} * interval '1 second')
    returning id`.execute(db);
  const { id } = rows[0]!;
  await sql`
    insert into profiles (id, kind, cam_variant, cam_url, name, gender, gender_sought, date_of_birth, partner_date_of_birth, country, region, city, lat, lon, status, invisible, incognito, interests)
    values (${id}, ${kind}, ${kind === 'cam' ? (options.cam_variant ?? 'cam') : null}, ${kind === 'cam' ? 'https://cam.example.test' : null}, ${name}, ${gender},
      ${sought}, ${options.date_of_birth ?? '1990-06-15'}, ${options.partner_date_of_birth ?? null}, ${options.country ?? 'NL'}, ${options.region ?? null}, ${options.city ?? null},
      ${options.lat ?? null}, ${options.lon ?? null}, ${status === 'active' && !options.disabled ? 'active' : 'disabled'}, ${options.invisible ?? options.incognito ?? false}, ${options.incognito ?? false},
      ${options.interests ?? []})`.execute(db);
  return id;
}

async function poolAt(db: Db, host: string | null): Promise<number> {
  const { rows } = await sql<{ pool: number }>`select pool_of_host(${host}) as pool`.execute(db);
  return rows[0]!.pool;
}

/**
 * Opens a site of a company of its own, in the pool of that name, which is created if it is new. Without a
 * pool it shares the default site's.
 */
export async function plantSite(app: TestApp, host: string, pool?: string): Promise<void> {
  if (pool) await sql`insert into pools (name) values (${pool}) on conflict do nothing`.execute(app.db);
  await sql`
    with company as (
      insert into companies (id, name, address, city, country, added) values ((select max(id) + 1 from companies), ${`Company of ${host}`}, 'Street 1', 'Town', 'NL', now()) returning id)
    insert into sites (host, company_id, overrides, pool_id)
    select ${host}, id, ${JSON.stringify({ name: `Site ${host}`, languages: ['en', 'nl'], domain_language: 'en' })}::jsonb,
      coalesce((select p.id from pools p where p.name = ${pool ?? null}), pool_of_host(null)) from company`.execute(
    app.db,
  );
  app.app.events.publish(SITES_CHANGED, null);
}

/**
 * A browser with a session of an inserted member that has passed both factors, as operators need. The session
 * outlasts every shift of the clock.
 */
export async function browserOf(app: TestApp, id: number): Promise<Client> {
  const client = app.visitor();
  client.memberId = id;
  client.cookies.set('auth', await createSession(app.db, id, 'test', null, true));
  await sql`update sessions set expires_at = expires_at + interval '10 years' where member_id = ${id}`.execute(
    app.db,
  );
  return client;
}

export const plantWithBrowser = async (app: TestApp, options?: PlantOptions): Promise<Client> =>
  browserOf(app, await plant(app, options));

export async function plantConversation(app: TestApp, one: number, other: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into conversations (member_low, member_high) values (${Math.min(one, other)}, ${Math.max(one, other)}) returning id`.execute(
    app.db,
  );
  const { id } = rows[0]!;
  await sql`insert into participants (member_id, conversation_id, other_id) values (${one}, ${id}, ${other}), (${other}, ${id}, ${one})`.execute(
    app.db,
  );
  return id;
}

export const setSettings = (app: TestApp, overrides: Record<string, unknown>): Promise<void> =>
  overrideSettings(app.app, overrides);
