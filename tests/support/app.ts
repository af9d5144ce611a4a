import type { DestinationStream } from 'pino';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { CallBody } from '#contract/calls.ts';
import { grantCredits } from '#server/credits/index.ts';
import type { App } from '#server/platform/app.ts';
import type { Db } from '#server/platform/database/index.ts';
import type { OutboxItem } from '#server/platform/outgoing/outbox.ts';
import { Client } from './client.ts';
import { assembleSite, type AssembledSite } from './assembled-site.ts';

export { Client, type Answer } from './client.ts';

/** The password of everybody that `as` signs up. */
export const password = 'een-lang-wachtwoord';

type Signup = Extract<CallBody<'signup'>, object>;

export interface Person extends Partial<Signup> {
  /** Stay unconfirmed: the link in the mail is not followed. */
  unconfirmed?: boolean;
  /** Become premium by a purchase of this many credits. */
  credits?: number;
}

export interface TestApp {
  /** The site's parts, for what cannot be asked by HTTP. */
  readonly app: App;
  readonly db: Db;
  readonly http: FastifyInstance;
  /** Where its database is, for a connection of one's own as its owner. */
  readonly databaseUrl: string;
  /** Runs a statement as the database's owner, who may what the site may not. */
  asOwner(statement: string): Promise<void>;
  /** Address of the listening server, `http://127.0.0.1:…`; listens when first asked. */
  url(): Promise<string>;
  /** A browser that nobody is logged in with. Each has an address of its own, so that they do not share limits. */
  visitor(address?: string): Client;
  /** The member of that name, logged in: signed up and activated over HTTP when first named. */
  as(name: string, person?: Person): Promise<Client>;
  /** Moves the clock of all time windows, seconds from now; the shift stays until the next. */
  shiftClock(seconds: number): Promise<void>;
  /** Makes it so many hours after noon, UTC, of today: for what depends on the hour, such as mails that wait at night. Returns the shift, seconds. */
  shiftToNoon(hoursAfter?: number): Promise<number>;
  /** Everybody has left the site an hour ago: what was seen of them and not written yet is written first. */
  away(): Promise<void>;
  /** Runs every background job that is due, and those they enqueue. */
  runJobs(): Promise<void>;
  /** What was sent to an address (or number), newest first, after running what is due. */
  outbox(to: string): Promise<OutboxItem[]>;
}

/**
 * The whole site over a database of its own, for one test file: call it at the top of the file or of a `describe`. Mails
 * go to the outbox, payments to the sandbox; jobs run when a test asks. `env` sets variables of the process interface; `logTo` gets every line of its log.
 */
export function testApp(env: Record<string, string> = {}, options: { logTo?: DestinationStream } = {}): TestApp {
  let running: AssembledSite | undefined;
  let visitors = 0;
  const members = new Map<string, Client>();
  const started = () => {
    if (!running) throw new Error('The site under test has not been started: ask within tests and hooks only.');
    return running;
  };

  beforeAll(async () => {
    running = await assembleSite({ SECRET: 'a secret for tests, long enough to be taken', DATABASE_POOL: '10', ...env }, options);
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
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from (date_trunc('day', now() at time zone 'UTC') + ${12 + hoursAfter} * interval '1 hour') at time zone 'UTC' - now())::int as seconds`.execute(
        test.db,
      );
      await test.shiftClock(rows[0]!.seconds);
      return rows[0]!.seconds;
    },
    runJobs: () => started().runDueJobs(),
    async outbox(to) {
      await test.runJobs();
      return test.app.outbox.items({ to });
    },
  };
  return test;
}

async function signUp(test: TestApp, name: string, { unconfirmed, credits, ...given }: Person = {}): Promise<Client> {
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
  // As if the second factor had been shown too: a test that makes an operator of somebody needs no authenticator app.
  await sql`update sessions set both_factors = true where member_id = ${user.id}`.execute(test.db);
  if (!unconfirmed) await activate(test, client);
  if (credits) {
    await grantCredits(test.db, { member: client.memberId, kind: 'purchase', credits, key: `purchase:${name}` });
  }
  return client;
}

/** Follows the link of the activation mail. */
async function activate(test: TestApp, client: Client): Promise<void> {
  const [mail] = await test.outbox(client.email);
  const link = mail?.links.find((address) => address.includes('activate'));
  const token = link && new URL(link).searchParams.get('token');
  if (!token) throw new Error(`No activation mail for ${client.email} came.`);
  await client.must('activate', { body: { token } });
}
