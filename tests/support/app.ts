import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { CallBody } from '#contract/calls.ts';
import { grantCredits } from '#server/credits/index.ts';
import type { App } from '#server/platform/app.ts';
import type { Db } from '#server/platform/database/index.ts';
import type { OutboxItem } from '#server/platform/outgoing/outbox.ts';
import { assembleSite, type AssembledSite, type SiteOptions } from './assembled-site.ts';
import { Client } from './client.ts';

export { Client, type Answer } from './client.ts';

export const password = 'een-lang-wachtwoord';

type Signup = Extract<CallBody<'signup'>, object>;

export interface Person extends Partial<Signup> {
  unconfirmed?: boolean;
  /** Makes the member premium by buying this many credits. */
  credits?: number;
}

export interface TestApp {
  /** Direct access to the site, for state that HTTP cannot reach. */
  readonly app: App;
  readonly db: Db;
  readonly http: FastifyInstance;
  readonly databaseUrl: string;
  /** Runs a statement as the database's owner, who has more rights than the site. */
  asOwner(statement: string): Promise<void>;
  /** Address of the server, `http://127.0.0.1:…`. Starts listening on the first call. */
  url(): Promise<string>;
  /** A logged-out client. Each gets its own IP address, so that clients do not share rate limits. */
  visitor(address?: string): Client;
  /** The logged-in member of that name, signed up and activated over HTTP on first use. */
  as(name: string, person?: Person): Promise<Client>;
  /** Sets the database's clock to `seconds` after the real time, until the next call; 0 restores it. */
  shiftClock(seconds: number): Promise<void>;
  /**
   * Shifts the clock to this many hours after noon UTC, for behaviour that depends on the hour, such as mails
   * held back at night. All calls refer to the day of the first call, even if midnight passes in between.
   * Returns the shift in seconds.
   */
  shiftToNoon(hoursAfter?: number): Promise<number>;
  /** Flushes pending presence and sets it back by an hour for everybody. */
  away(): Promise<void>;
  runJobs(): Promise<void>;
  /** Runs due jobs and returns what was sent to an address (or number), newest first. */
  outbox(to: string): Promise<OutboxItem[]>;
}

/**
 * The whole site on its own database, for one test file. Call it at the top of the file or of a `describe`.
 * Mails go to the outbox, payments to the sandbox, and jobs run when the test requests it. `env` sets
 * environment variables.
 */
export function testApp(env: Record<string, string> = {}, options: SiteOptions = {}): TestApp {
  let running: AssembledSite | undefined;
  let visitors = 0;
  const members = new Map<string, Client>();
  let noon: number | undefined;
  const started = () => {
    if (!running)
      throw new Error('The site under test has not started yet: use it inside tests and hooks only.');
    return running;
  };

  beforeAll(async () => {
    running = await assembleSite(
      { SECRET: 'a secret for tests, long enough to be taken', DATABASE_POOL: '10', ...env },
      options,
    );
  });
  afterAll(() => running?.close());

  const test: TestApp = {
    get app() {
      return started().site.app;
    },
    get db() {
      return started().db;
    },
    asOwner: (statement) => started().asOwner(statement),
    get http() {
      return started().http;
    },
    get databaseUrl() {
      return started().databaseUrl;
    },
    url: () => started().url(),
    visitor(address = `10.1.${(visitors >> 8) & 255}.${visitors & 255}`) {
      visitors++;
      return new Client(started().http, address);
    },
    async as(name, person) {
      const known = members.get(name);
      if (known) return known;
      const client = await signUp(test, name, person);
      members.set(name, client);
      return client;
    },
    shiftClock: (seconds) => started().shiftClock(seconds),
    async away() {
      await test.app.parts.presence.flush();
      await sql`update presence set last_active = app_now() - interval '1 hour'`.execute(test.db);
    },
    async shiftToNoon(hoursAfter = 0) {
      const { rows } = await sql<{ noon: number; now: number }>`
        select extract(epoch from (date_trunc('day', now() at time zone 'UTC') + interval '12 hours') at time zone 'UTC')::float8 as noon,
          extract(epoch from now())::float8 as now`.execute(test.db);
      const { noon: today, now } = rows[0]!;
      noon ??= today;
      const seconds = Math.round(noon + hoursAfter * 3600 - now);
      await test.shiftClock(seconds);
      return seconds;
    },
    runJobs: () => started().runDueJobs(),
    async outbox(to) {
      await test.runJobs();
      return test.app.outbox.items({ to });
    },
  };
  return test;
}

async function signUp(
  test: TestApp,
  name: string,
  { unconfirmed, credits, ...given }: Person = {},
): Promise<Client> {
  const client = test.visitor();
  client.email = given.email ?? `${name}@example.test`;
  const user = await client.must('signup', {
    body: {
      email: client.email,
      password,
      name: name[0]!.toUpperCase() + name.slice(1),
      gender: 'female',
      gender_sought: 'male',
      date_of_birth: '1990-06-15',
      country: 'NL',
      language: 'en',
      intimate_consent: true,
      ...given,
    } as Signup,
  });
  client.memberId = user.id;
  // Marks both factors as passed, so that tests which make a member an operator need no authenticator app.
  await sql`update sessions set both_factors = true, factor_at = app_now() where member_id = ${user.id}`.execute(
    test.db,
  );
  if (!unconfirmed) await activate(test, client);
  if (credits) {
    await grantCredits(test.db, {
      member: client.memberId,
      kind: 'purchase',
      credits,
      key: `purchase:${name}`,
    });
  }
  return client;
}

async function activate(test: TestApp, client: Client): Promise<void> {
  // The address may have other new mail: jobs run side by side, so the newest is not always the last queued.
  const links = (await test.outbox(client.email)).flatMap((mail) => mail.links);
  const link = links.find((address) => address.includes('activate'));
  const token = link && new URL(link).searchParams.get('token');
  if (!token) throw new Error(`No activation mail arrived for ${client.email}.`);
  await client.must('activate', { body: { token } });
}
