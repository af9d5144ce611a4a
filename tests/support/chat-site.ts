import { randomUUID } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { CallName, CallReply } from '#contract/calls.ts';
import type { LiveEventName } from '#contract/chat/events.ts';
import { grantCredits } from '#server/credits/index.ts';
import { createSession } from '#server/identity/index.ts';
import { assembleSite } from './assembled-site.ts';
import { requestOf, type Answer, type Input } from './client.ts';
import { plantMember, type PlantOptions } from './members.ts';

const PATIENCE_MS = 60_000;

export interface Person {
  id: number;
  name: string;
  cookie: string;
  call<K extends CallName>(name: K, input?: Input<K>): Promise<Answer<CallReply<K>>>;
  say(to: Person | number, text: string, more?: Record<string, unknown>): Promise<Answer<CallReply<'send'>>>;
}

export interface PersonOptions extends Pick<
  PlantOptions,
  'status' | 'kind' | 'premium' | 'invisible' | 'interests' | 'language'
> {
  credits?: number;
}

/** The whole site over HTTP on its own database, for tests with members who write to each other. */
export async function startChatSite(env: Record<string, string> = {}) {
  const running = await assembleSite({ PORT: '0', DEMO_MEMBERS: '0', ...env });
  const { site, db } = running;
  const origin = await running.url();
  let named = 0;

  async function person(options: PersonOptions = {}): Promise<Person> {
    const name = `Person${++named}`;
    const id = await plantMember(db, { name, email: `${name}@example.com`, gender_sought: null, ...options });
    if (options.credits)
      await grantCredits(db, { member: id, kind: 'operator_grant', credits: options.credits, key: 'test' });
    const cookie = `auth=${await createSession(db, id, 'test', null, true)}`;
    const call: Person['call'] = async (name, input = {}) => {
      const { method, url, payload, type } = requestOf(name, input);
      const response = await fetch(origin + url, {
        method,
        headers: { cookie, ...(payload === undefined ? {} : { 'content-type': type }), ...input.headers },
        ...(payload === undefined ? {} : { body: payload }),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: text ? JSON.parse(text) : null,
      };
    };
    return {
      id,
      name,
      cookie,
      call,
      say: (to, text, more = {}) =>
        call('send', {
          body: { profile: typeof to === 'number' ? to : to.id, client_id: randomUUID(), text, ...more },
        }),
    };
  }

  return {
    site,
    origin,
    db,
    person,
    stream: (who: Person, lastEventId?: string, since?: number) =>
      openStream(origin, who, lastEventId, since),
    credits: async (who: Person) =>
      (await db.selectFrom('members').select('credits').where('id', '=', who.id).executeTakeFirstOrThrow())
        .credits,
    shiftClock: (seconds: number) => running.shiftClock(seconds),
    runDueJobs: () => running.runDueJobs(),
    ledgerAddsUp: () => running.ledgerAddsUp(),
    asOwner: (statement: string) => running.asOwner(statement),
    setting: (overrides: Record<string, unknown>) => running.setSettings(overrides),
    close: () => running.close(),
  };
}

export type ChatSite = Awaited<ReturnType<typeof startChatSite>>;

export interface StreamEvent {
  id: string | undefined;
  name: LiveEventName;
  data: any;
}

export async function openStream(
  origin: string,
  who: Pick<Person, 'cookie'>,
  lastEventId?: string,
  since?: number,
) {
  const events: StreamEvent[] = [];
  const waiting = new Set<() => void>();
  let ended = false;
  const { response, request } = await new Promise<{
    response: IncomingMessage;
    request: ReturnType<typeof httpRequest>;
  }>((resolve, reject) => {
    const request = httpRequest(`${origin}/api/events.php${since === undefined ? '' : `?since=${since}`}`, {
      headers: { cookie: who.cookie, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
    });
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
      const fields = new Map(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
      );
      if (fields.has('event'))
        events.push({
          id: fields.get('id'),
          name: fields.get('event') as LiveEventName,
          data: JSON.parse(fields.get('data')!),
        });
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
        reject(
          new Error(`timed out waiting for ${what}; got ${JSON.stringify(events.map(({ name }) => name))}`),
        );
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
    next: (name: LiveEventName, fits: (data: any) => boolean = () => true) =>
      until(() => events.find((event) => event.name === name && fits(event.data)), name),
    ended: () => until(() => (ended ? true : undefined), 'the end'),
    close: () => void request.destroy(),
  };
}
