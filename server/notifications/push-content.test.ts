import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import webPush from 'web-push';
import { testApp } from '#support/app.ts';
import { plant } from '#support/members.ts';
import { readPush } from '#support/services/read-push.ts';
import { notifyLike } from './notify-like.ts';
import { notifyMessage } from './notify-message.ts';

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

test('names the other person in a push only for members who turned that on, and never quotes a message', async () => {
  const [lena, otto] = [
    await app.as('lena', { language: 'en' }),
    await app.as('otto', { name: 'Otto', gender: 'male' }),
  ];
  const device = createECDH('prime256v1');
  const authSecret = randomBytes(16);
  await sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth)
    values (${lena.memberId}, 'https://127.0.0.1/l', ${device.generateKeys().toString('base64url')}, ${authSecret.toString('base64url')})`.execute(
    app.db,
  );
  const { conversation } = await otto.must('send', {
    body: { profile: lena.memberId, text: 'Shall we sail?', client_id: randomUUID() },
  });
  const pushed = async () => {
    bodies.length = 0;
    await app.away();
    await notifyMessage(app.app, { member: lena.memberId, conversation: conversation.id });
    await app.runJobs();
    return readPush(bodies[0]!, { device, authSecret });
  };
  expect(await pushed()).not.toContain('Otto');
  const user = await lena.must('changeUser', { body: { push_names: true } });
  expect(user.push_names).toBe(true);
  const named = await pushed();
  expect(JSON.parse(named)).toMatchObject({
    title: 'Otto wrote to you for the first time',
    body: 'Read the first message.',
  });
  expect(named).not.toContain('sail');
  await lena.must('changeUser', { body: { push_names: false } });
  expect(await pushed()).not.toContain('Otto');
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

test('marks a conversation as read from its push, which names nobody, and brings the push back if that fails', async () => {
  const [vera, wim] = [await app.as('vera', { language: 'en' }), await app.as('wim', { gender: 'male' })];
  const device = createECDH('prime256v1');
  const authSecret = randomBytes(16);
  await sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth)
    values (${vera.memberId}, 'https://127.0.0.1/v', ${device.generateKeys().toString('base64url')}, ${authSecret.toString('base64url')})`.execute(
    app.db,
  );
  const { conversation } = await wim.must('send', {
    body: { profile: vera.memberId, text: 'Tomorrow at nine?', client_id: randomUUID() },
  });
  await app.away();
  bodies.length = 0;
  await notifyMessage(app.app, { member: vera.memberId, conversation: conversation.id });
  await app.runJobs();
  const message = JSON.parse(readPush(bodies[0]!, { device, authSecret })) as Record<string, unknown>;
  expect(message).toMatchObject({
    conversation: {
      id: conversation.id,
      actions: [
        { action: 'reply', title: 'Reply' },
        { action: 'read', title: 'Mark as read' },
      ],
    },
  });
  expect(JSON.stringify(message)).not.toMatch(/Wim|nine/);

  const unread = async () =>
    (await vera.must('chats')).chats.map(({ num_unread_messages }) => num_unread_messages);
  let isDown = true;
  const worker = workerAt('https://liaison.example', async (path, { method, body }) => {
    if (isDown) throw new TypeError('Failed to fetch');
    expect([path, method]).toEqual(['/api/chat-read.php', 'PUT']);
    const answer = await vera.call('readChat', { body: JSON.parse(body) });
    return { ok: answer.status === 200, json: async () => answer.body };
  });
  expect(await worker.press(message, 'read')).toEqual([]);
  expect([await unread(), worker.shown()]).toEqual([
    [1],
    [expect.objectContaining({}), expect.objectContaining({ silent: true, tag: `chat-${conversation.id}` })],
  ]);
  isDown = false;
  expect(await worker.press(message, 'read')).toEqual([]);
  expect([await unread(), worker.shown().length, worker.badges().at(-1)]).toEqual([[0], 1, 0]);
  expect(await worker.press(message, 'reply')).toEqual([
    `https://liaison.example/en/chats/${conversation.id}`,
  ]);
  // A conversation of others stays as it is.
  await app.as('xander', { gender: 'male' });
  await wim.must('send', {
    body: { conversation: conversation.id, text: 'Or at ten?', client_id: randomUUID() },
  });
  await (await app.as('xander')).must('readChat', { body: { conversation: conversation.id } });
  expect(await unread()).toEqual([1]);
});

/**
 * Runs the service worker of a site in a browser without an open window, to see which page a click on a push
 * opens.
 */
function workerAt(origin: string, fetch?: (path: string, init: Sent) => Promise<object>) {
  const heard = new Map<string, (event: object) => void>();
  const opened: string[] = [];
  const shown: Shown[] = [];
  const badges: number[] = [];
  const self = {
    location: new URL(origin),
    navigator: { setAppBadge: async (count: number) => void badges.push(count) },
    addEventListener: (name: string, listener: (event: object) => void) => heard.set(name, listener),
    registration: {
      showNotification: async (title: string, options: Shown) => void shown.push({ ...options, title }),
    },
    clients: { matchAll: async () => [], openWindow: async (address: string) => void opened.push(address) },
  };
  runInNewContext(readFileSync(new URL('../../web/public/service-worker.js', import.meta.url), 'utf8'), {
    self,
    fetch,
    URL,
    Promise,
  });
  async function fire(name: string, event: object): Promise<void> {
    const work: Promise<unknown>[] = [];
    heard.get(name)!({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
    await Promise.all(work);
  }
  return {
    /** Shows a push and presses it, or one of its buttons. Returns the pages that opens. */
    async press(message: object, action = ''): Promise<string[]> {
      opened.length = shown.length = 0;
      await fire('push', { data: { json: () => message } });
      await fire('notificationclick', { action, notification: { ...shown[0], close: () => {} } });
      return [...opened];
    },
    shown: () => [...shown],
    badges: () => [...badges],
  };
}

interface Shown {
  title?: string;
  data: unknown;
}

interface Sent {
  method: string;
  body: string;
}
