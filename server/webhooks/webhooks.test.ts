import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { webhookEvents } from '#contract/lists/webhook-events.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { testApp, type Client } from '#support/app.ts';
import { browserOf, plant, plantWithBrowser } from '#support/members.ts';
import { deliver, MOST_TRIES } from './deliver.ts';
import { queueEvent } from './queue-event.ts';

interface Got {
  id: string;
  signature: string;
  body: string;
}

const HOST = '127.0.0.1:48931';
let receiver: Server;
let answer = 204;
const got: Got[] = [];
const events = () => got.map(({ body }) => (JSON.parse(body) as { event: string }).event);

const site = testApp({ PARTNER_HOSTS: HOST });
let owner: Client;
let hook: { id: string; secret: string };

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      got.push({
        id: String(request.headers['x-webhook-id']),
        signature: String(request.headers['x-webhook-signature']),
        body,
      });
      response.writeHead(answer, answer === 302 ? { location: `http://${HOST}/elsewhere` } : {}).end();
    });
  }).listen(Number(HOST.split(':')[1]), '127.0.0.1');
  await new Promise((done) => receiver.once('listening', done));
  const id = await plant(site);
  await site.db
    .updateTable('members')
    .set({ roles: ['owner'] })
    .where('id', '=', id)
    .execute();
  owner = await browserOf(site, id);
  hook = await owner.must('addWebhook', { body: { url: `http://${HOST}/hook`, events: [...webhookEvents] } });
});
afterAll(() => void receiver.close());
beforeEach(async () => {
  await site.runJobs();
  got.length = 0;
  answer = 204;
});

test('delivers signups, activations, payments, refunds and complaints once each, without personal data', async () => {
  const anna = await site.as('anna');
  const { payment_id: payment } = await anna.must('startPayment', {
    body: { package: 2, method: 'ideal', consent: true, idempotency_key: randomUUID() },
  });
  const choose = (outcome: string) =>
    anna.request('POST', `/sandbox/checkout/${payment}`, {
      payload: JSON.stringify({ outcome }),
      headers: { 'content-type': 'application/json' },
    });
  await choose('paid');
  await choose('paid');
  await choose('chargeback');
  await anna.must('complaint', {
    body: { category: 'other', text: 'my secret words', client_id: randomUUID() },
  });
  await site.runJobs();
  expect(events().sort()).toEqual([
    'complaint.received',
    'member.activated',
    'member.signed_up',
    'payment.charged_back',
    'payment.completed',
  ]);
  const paid = JSON.parse(got.find(({ body }) => body.includes('payment.completed'))!.body) as {
    data: object;
    site: string;
  };
  expect(paid).toMatchObject({
    site: 'localhost',
    data: { payment, member: anna.memberId, currency: 'EUR', country: 'NL', credits: expect.any(Number) },
  });
  expect(JSON.stringify(got)).not.toMatch(/anna|secret words|example\.test/i);
});

test('accepts a delivery in the documented example, and rejects a modified or old one', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operate/webhooks.md'), 'utf8');
  const file = join(tmpdir(), `webhook-example-${randomUUID()}.mjs`);
  writeFileSync(file, /```js\n([\s\S]+?)```/.exec(page)![1]!);
  const { isFromLiaison } = (await import(file)) as {
    isFromLiaison(secret: string, body: string, header: string, now?: number): boolean;
  };
  await owner.must('resendWebhook', { body: { webhook: hook.id } });
  await site.runJobs();
  const [ping] = got;
  expect(events()).toEqual(['ping']);
  expect(isFromLiaison(hook.secret, ping!.body, ping!.signature)).toBe(true);
  expect(isFromLiaison(hook.secret, `${ping!.body} `, ping!.signature)).toBe(false);
  expect(isFromLiaison('another secret', ping!.body, ping!.signature)).toBe(false);
  expect(isFromLiaison(hook.secret, ping!.body, ping!.signature, Date.now() + 301_000)).toBe(false);
});

test('delivers no event of a transaction that rolls back', async () => {
  await expect(
    inTransaction(site.db, async (tx) => {
      await queueEvent(site.app, tx, { event: 'member.signed_up', member: 1, site: null, data: {} });
      throw new Error('roll back');
    }),
  ).rejects.toThrow('roll back');
  await site.runJobs();
  expect(got).toEqual([]);
});

async function waiting(): Promise<string> {
  await inTransaction(site.db, (tx) =>
    queueEvent(site.app, tx, {
      event: 'complaint.received',
      member: null,
      site: null,
      data: { complaint: 1 },
    }),
  );
  const { deliveries } = await owner.must('adminWebhookDeliveries', { query: { webhook: hook.id } });
  return deliveries[0]!.id;
}
const stateOf = async (id: string) => {
  const { deliveries } = await owner.must('adminWebhookDeliveries', { query: { webhook: hook.id } });
  const { state, tries, status, next_at: next } = deliveries.find((one) => one.id === id)!;
  return {
    state,
    tries,
    status,
    waits: next === null ? null : Math.round((Date.parse(next) - Date.now()) / 60_000),
  };
};

test('retries a failing receiver, gives up after the last attempt, and can resend with the same id', async () => {
  answer = 500;
  const id = await waiting();
  await site.runJobs();
  expect(await stateOf(id)).toEqual({ state: 'waiting', tries: 1, status: 500, waits: 1 });
  await deliver(site.app, { delivery: id });
  expect(await stateOf(id)).toEqual({ state: 'waiting', tries: 2, status: 500, waits: 5 });
  answer = 302;
  for (let tries = 3; tries <= MOST_TRIES; tries++) await deliver(site.app, { delivery: id });
  expect(await stateOf(id)).toEqual({ state: 'given_up', tries: MOST_TRIES, status: 302, waits: null });
  await deliver(site.app, { delivery: id });
  expect(got).toHaveLength(MOST_TRIES);
  answer = 200;
  await owner.must('resendWebhook', { body: { delivery: id } });
  await site.runJobs();
  expect(await stateOf(id)).toEqual({ state: 'sent', tries: 1, status: 200, waits: null });
  expect(new Set(got.map((one) => one.id))).toEqual(new Set([id]));
  await deliver(site.app, { delivery: id });
  expect(got).toHaveLength(MOST_TRIES + 1);
});

test('sends nothing to a stopped webhook, and delivers waiting events when it starts again', async () => {
  answer = 500;
  const id = await waiting();
  await site.runJobs();
  await owner.must('changeWebhook', { body: { id: hook.id, active: false } });
  answer = 200;
  await deliver(site.app, { delivery: id });
  const complainer = await plantWithBrowser(site);
  await complainer.must('complaint', { body: { category: 'other', text: 'x', client_id: randomUUID() } });
  await site.runJobs();
  expect(got).toHaveLength(1);
  await owner.must('changeWebhook', { body: { id: hook.id, active: true } });
  await site.runJobs();
  expect((await stateOf(id)).state).toBe('sent');
  expect(got).toHaveLength(2);
});

test('refuses URLs that are private, lack TLS or contain a password, and never calls a name with a private address', async () => {
  for (const url of [
    'http://hooks.example.com/x',
    'https://127.0.0.1/x',
    'https://169.254.169.254/latest',
    'https://a:b@hooks.example.com/',
    'https://localhost/x',
    'https://LOCALHOST./x',
    'https://hooks.localhost../x',
    'https://metadata.google.internal./x',
    'https://printer.local/x',
    'https://db./x',
    'not an address',
  ])
    expect([
      url,
      (await owner.call('addWebhook', { body: { url, events: ['complaint.received'] } })).status,
    ]).toEqual([url, 422]);
  const { id } = await owner.must('addWebhook', {
    body: { url: 'https://hooks.example.com/x', events: ['complaint.received'] },
  });
  await sql`update webhooks set url = 'https://localhost/x' where id = ${id}`.execute(site.db);
  await owner.must('resendWebhook', { body: { webhook: id } });
  await site.runJobs();
  const { deliveries } = await owner.must('adminWebhookDeliveries', { query: { webhook: id } });
  expect(deliveries[0]).toMatchObject({ state: 'waiting', tries: 1, status: null });
  await owner.must('removeWebhook', { body: { id } });
});

test('returns the secret only when it creates the webhook, and stores no plain copy', async () => {
  const { rows } = await sql<{ all: string }>`select string_agg(w::text, ' ') as all from webhooks w`.execute(
    site.db,
  );
  for (const text of [rows[0]!.all, JSON.stringify(await owner.must('adminWebhooks'))])
    expect(text).not.toContain(hook.secret.slice(6, 30));
});

test('deletes the deliveries about a member who is purged', async () => {
  const member = await plant(site);
  await inTransaction(site.db, (tx) =>
    queueEvent(site.app, tx, { event: 'member.activated', member, site: null, data: { member } }),
  );
  const { purgeMember } = await import('../membership/index.ts');
  await sql`update members set status = 'pending_deletion', delete_requested_at = app_now() - interval '15 days' where id = ${member}`.execute(
    site.db,
  );
  await purgeMember(site.app, member, async () => true);
  const { rows } = await sql`select from webhook_deliveries where member_id = ${member}`.execute(site.db);
  expect(rows).toHaveLength(0);
});
