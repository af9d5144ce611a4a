import { createECDH, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import webPush from 'web-push';
import { testApp } from '#support/app.ts';
import { plant } from '#support/members.ts';
import { readPush } from '#support/services/read-push.ts';
import { notifyLike } from './notify-like.ts';

const app = testApp({ PUSH_HOSTS: '127.0.0.1' });
const bodies: Buffer[] = [];

beforeAll(() => {
  vi.spyOn(webPush, 'sendNotification').mockImplementation(async (subscription, payload, options) => {
    bodies.push(webPush.generateRequestDetails(subscription, payload ?? undefined, options).body as Buffer);
    return { statusCode: 201, body: '', headers: {} };
  });
});
afterAll(() => vi.restoreAllMocks());

test('decrypts the example of RFC 8291', () => {
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const device = createECDH('prime256v1');
  device.setPrivateKey(bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'));
  const body = bytes(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
  expect(readPush(body, { device, authSecret: bytes('BTBZMqHH6r4Tts7J_aSIgg') })).toBe(
    'When I grow up, I want to be a watermelon',
  );
});

test('sends pushes without name or message text that label fictional profiles and replace earlier ones', async () => {
  const anna = await app.as('anna', { language: 'nl' });
  const device = createECDH('prime256v1');
  const authSecret = randomBytes(16);
  await sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth)
    values (${anna.memberId}, 'https://127.0.0.1/x', ${device.generateKeys().toString('base64url')}, ${authSecret.toString('base64url')})`.execute(
    app.db,
  );
  const liker = await plant(app, { name: 'Mila', gender: 'male', kind: 'fictional' });
  await sql`insert into likes (liker_id, liked_id) values (${liker}, ${anna.memberId})`.execute(app.db);
  await app.away();
  await notifyLike(app.app, { liker, liked: anna.memberId, match: false });
  await app.runJobs();
  expect(bodies).toHaveLength(1);
  const message = JSON.parse(readPush(bodies[0]!, { device, authSecret })) as Record<string, unknown>;
  expect(message).toEqual({
    version: 2,
    title: 'Je hebt een nieuwe like',
    body: 'Van een fictief profiel. Kijk eens, en like terug als het wederzijds is.',
    path: `/likes/m/${liker}`,
    tag: `like-${liker}`,
    badge: 1,
  });
  expect(JSON.stringify(message)).not.toContain('Mila');
});

test('opens the member’s own site in its language from a push, never a site in the payload', async () => {
  await sql`insert into companies (id, name, address, city, country, added) values (2, 'Zweite GmbH', 'Weg 1', 'Berlin', 'DE', now())`.execute(
    app.db,
  );
  await sql`insert into sites (host, company_id, overrides) values ('zweite.example', 2, '{"name":"Zweite","languages":["de"],"domain_language":"de"}')`.execute(
    app.db,
  );
  const member = await plant(app, { name: 'Zora', gender: 'female', language: 'de' });
  await sql`update members set host = 'zweite.example' where id = ${member}`.execute(app.db);
  const device = createECDH('prime256v1');
  const authSecret = randomBytes(16);
  await sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth)
    values (${member}, 'https://127.0.0.1/z', ${device.generateKeys().toString('base64url')}, ${authSecret.toString('base64url')})`.execute(
    app.db,
  );
  const liker = await plant(app, { name: 'Emil', gender: 'male' });
  await sql`insert into likes (liker_id, liked_id) values (${liker}, ${member})`.execute(app.db);
  bodies.length = 0;
  await notifyLike(app.app, { liker, liked: member, match: false });
  await app.runJobs();
  const message = JSON.parse(readPush(bodies[0]!, { device, authSecret })) as { path: string };

  const worker = workerAt('https://zweite.example');
  expect(await worker.press(message)).toEqual([`https://zweite.example/de/likes/m/${liker}`]);
  expect(await worker.press({ ...message, path: 'https://liaison.example/login' })).toEqual([]);
});

/**
 * Runs the service worker of a site in a browser without an open window, to see which page a click on a push
 * opens.
 */
function workerAt(origin: string) {
  const heard = new Map<string, (event: object) => void>();
  const opened: string[] = [];
  let shown: { data: unknown };
  const self = {
    location: new URL(origin),
    navigator: {},
    addEventListener: (name: string, listener: (event: object) => void) => heard.set(name, listener),
    registration: {
      showNotification: async (_title: string, options: { data: unknown }) => void (shown = options),
    },
    clients: { matchAll: async () => [], openWindow: async (address: string) => void opened.push(address) },
  };
  runInNewContext(readFileSync(new URL('../../web/public/service-worker.js', import.meta.url), 'utf8'), {
    self,
    URL,
    Promise,
  });
  async function fire(name: string, event: object): Promise<void> {
    const work: Promise<unknown>[] = [];
    heard.get(name)!({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
    await Promise.all(work);
  }
  return {
    async press(message: object): Promise<string[]> {
      opened.length = 0;
      await fire('push', { data: { json: () => message } });
      await fire('notificationclick', { notification: { data: shown.data, close: () => {} } });
      return [...opened];
    },
  };
}
