import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createSession } from '#server/identity/index.ts';
import { assemble, type Site } from '#server/assemble.ts';
import { grantCredits, reconcileLedger } from '#server/credits/index.ts';
import { readConfig } from '#server/platform/config.ts';
import type { LiveEventName } from '#contract/events.ts';
import { createLog } from '#server/platform/log.ts';
import { createTestDatabase } from './database.ts';

/** How long a test waits for what must come. */
const PATIENCE_MS = 60_000;

export interface Answer {
  status: number;
  body: any;
}

/** A member of a test with a session of its own. */
export interface Person {
  id: number;
  name: string;
  cookie: string;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Sends a text to a profile; `client_id` is new unless given. */
  say(to: Person | number, text: string, more?: Record<string, unknown>): Promise<Answer>;
}

export interface PersonOptions {
  credits?: number;
  status?: 'active' | 'not_confirmed';
  kind?: 'member' | 'fictional' | 'cam';
  premium?: boolean;
  invisible?: boolean;
  interests?: string[];
  language?: string;
}

/** A whole site over HTTP on a database of its own, for tests that need members who write to each other. */
export async function startChatSite(env: Record<string, string> = {}) {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'liaison-chat-'));
  const config = readConfig({ DATA_DIR: dataDir, DEMO_MEMBERS: '0', LIMITS_SCALE: '1000', PORT: '0', ...env });
  const site: Site = await assemble(config, database.appUrl, createLog(config, 'error'));
  const http = await site.createHttp();
  site.readiness.ready = true;
  await http.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
  const { db } = site.app;
  let named = 0;

  async function person(options: PersonOptions = {}): Promise<Person> {
    const name = `Person${++named}`;
    const { status = 'active', kind = 'member' } = options;
    const { rows } = await sql<{ id: number }>`
      insert into members (email, email_key, status, language, paid_user)
      values (${`${name}@example.com`}, ${`${name}@example.com`.toLowerCase()}, ${status}, ${options.language ?? 'en'}, ${options.premium ?? false}) returning id`.execute(
      db,
    );
    const { id } = rows[0]!;
    await sql`
      insert into profiles (id, kind, cam_variant, cam_url, name, gender, date_of_birth, country, status, invisible, interests)
      values (${id}, ${kind}, ${kind === 'cam' ? 'cam' : null}, ${kind === 'cam' ? 'https://example.com' : null}, ${name}, 'female', '1990-01-01', 'NL',
        ${status === 'active' ? 'active' : 'disabled'}, ${options.invisible ?? false}, ${options.interests ?? []})`.execute(db);
    if (options.credits) await grantCredits(db, { member: id, kind: 'operator_grant', credits: options.credits, key: 'test' });
    const cookie = `auth=${await createSession(db, id, 'test', null, true)}`;
    const call: Person['call'] = async (method, path, body) => {
      const form = body instanceof FormData;
      const response = await fetch(origin + path, {
        method,
        headers: { cookie, ...(body === undefined || form ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text ? JSON.parse(text) : null };
    };
    return {
      id,
      name,
      cookie,
      call,
      say: (to, text, more = {}) => call('POST', '/api/chat.php', { profile: typeof to === 'number' ? to : to.id, client_id: randomUUID(), text, ...more }),
    };
  }

  return {
    site,
    origin,
    db,
    person,
    stream: (who: Person, lastEventId?: string) => openStream(origin, who, lastEventId),
    credits: async (who: Person) => (await db.selectFrom('members').select('credits').where('id', '=', who.id).executeTakeFirstOrThrow()).credits,
    /** Throws unless the ledger adds up. */
    async ledgerAddsUp() {
      const { faults } = await reconcileLedger(db);
      if (faults.length > 0) throw new Error(`The ledger does not add up: ${JSON.stringify(faults)}`);
    },
    asOwner: (statement: string) => database.asOwner(statement),
    setting: (overrides: Record<string, unknown>) => setSettings(site, overrides),
    async close() {
      await http.close();
      await site.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type ChatSite = Awaited<ReturnType<typeof startChatSite>>;

async function setSettings({ app }: Site, overrides: Record<string, unknown>): Promise<void> {
  await sql`update sites set overrides = overrides || ${JSON.stringify(overrides)}::jsonb where host = '*'`.execute(app.db);
  app.events.publish('sites_changed', {});
}

export interface StreamEvent {
  id: string | undefined;
  name: LiveEventName;
  data: any;
}

/** An event stream as a browser reads it. */
export async function openStream(origin: string, who: Pick<Person, 'cookie'>, lastEventId?: string) {
  const events: StreamEvent[] = [];
  const waiting = new Set<() => void>();
  let ended = false;
  const { response, request } = await new Promise<{ response: IncomingMessage; request: ReturnType<typeof httpRequest> }>((resolve, reject) => {
    const request = httpRequest(`${origin}/api/events.php`, { headers: { cookie: who.cookie, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) } });
    request.once('response', (response) => resolve({ response, request }));
    request.once('error', reject);
    request.end();
  });
  let text = '';
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    const blocks = text.split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
      if (fields.has('event')) events.push({ id: fields.get('id'), name: fields.get('event') as LiveEventName, data: JSON.parse(fields.get('data')!) });
    }
    for (const wake of waiting) wake();
  });
  const end = () => {
    ended = true;
    for (const wake of waiting) wake();
  };
  response.once('close', end).once('error', end);

  const until = <T>(look: () => T | undefined, what: string): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(check);
        reject(new Error(`waited in vain for ${what}; got ${JSON.stringify(events.map(({ name }) => name))}`));
      }, PATIENCE_MS);
      const check = () => {
        const found = look();
        if (found === undefined) return;
        clearTimeout(timer);
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });

  return {
    status: response.statusCode!,
    events,
    /** The first event of a name that fits, waiting for it as long as a slow machine may need. */
    next: (name: LiveEventName, fits: (data: any) => boolean = () => true) =>
      until(() => events.find((event) => event.name === name && fits(event.data)), name),
    ended: () => until(() => (ended ? true : undefined), 'the end'),
    close: () => void request.destroy(),
  };
}
