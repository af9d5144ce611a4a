import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Site } from '#server/assemble.ts';
import { createSession } from '#server/identity/index.ts';
import { assembleSite } from './assembled-site.ts';
import { plantMember } from './members.ts';

export interface Answer {
  status: number;
  body: any;
  headers: Headers;
}

export interface TestPayer {
  id: number;
  email: string;
  cookie: string;
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  credits(): Promise<number>;
  pay(order?: Record<string, unknown>): Promise<Answer>;
}

/** The whole site over HTTP on its own database, for tests of money. */
export interface Till {
  asOwner(statement: string): Promise<void>;
  site: Site;
  url: string;
  payer(options?: { country?: string; signedUpAgo?: number; language?: string }): Promise<TestPayer>;
  request(path: string, options?: RequestInit): Promise<Answer>;
  checkout(paymentId: string, outcome: string): Promise<Answer>;
  /** Posts a notification to the webhook like the gateway. */
  notify(fields: Record<string, string>, gateway?: string): Promise<Answer>;
  shiftClock(seconds: number): Promise<void>;
  ledgerAddsUp(): Promise<void>;
  close(): Promise<void>;
}

export async function openTill(env: Record<string, string> = {}): Promise<Till> {
  const running = await assembleSite({ PORT: '0', DEMO_MEMBERS: '0', LIMITS_SCALE: '100', ...env });
  const { site, db } = running;
  const url = await running.url();

  const request = async (path: string, options: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(url + path, { redirect: 'manual', ...options });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      body: isJson && text ? JSON.parse(text) : text,
      headers: response.headers,
    };
  };

  let number = 0;
  const payer: Till['payer'] = async ({ country = 'NL', signedUpAgo = 100_000, language = 'en' } = {}) => {
    const email = `payer${++number}-${randomUUID().slice(0, 8)}@example.com`;
    const id = await plantMember(db, {
      name: 'Pia',
      email,
      gender_sought: null,
      country,
      language,
      signedUpAgo,
    });
    const cookie = `auth=${await createSession(db, id, undefined, null, true)}`;
    const send = (method: string, path: string, body?: unknown) =>
      request(path, {
        method,
        headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    return {
      id,
      email,
      cookie,
      get: (path) => send('GET', path),
      post: (path, body) => send('POST', path, body),
      pay: (order = {}) =>
        send('POST', '/api/payment.php', {
          package: 2,
          method: 'ideal',
          idempotency_key: randomUUID(),
          consent: true,
          ...order,
        }),
      credits: async () =>
        (await sql<{ credits: number }>`select credits from members where id = ${id}`.execute(db)).rows[0]!
          .credits,
    };
  };

  return {
    site,
    url,
    payer,
    request,
    checkout: (paymentId, outcome) =>
      request(`/sandbox/checkout/${paymentId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ outcome }),
      }),
    notify: (fields, gateway = 'sandbox') =>
      request(`/api/payment-webhook.php?gateway=${gateway}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      }),
    asOwner: (statement) => running.asOwner(statement),
    shiftClock: (seconds) => running.shiftClock(seconds),
    ledgerAddsUp: () => running.ledgerAddsUp(),
    close: () => running.close(),
  };
}
