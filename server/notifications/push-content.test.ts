import { createECDH, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import webPush from 'web-push';
import { testApp } from '#support/app.ts';
import { plant } from '#support/members.ts';
import { notifyLike } from './notify-like.ts';

// Not the library that encrypts.
const ece = createRequire(import.meta.url)('http_ece') as {
  decrypt(body: Buffer, keys: { version: 'aes128gcm'; privateKey: ReturnType<typeof createECDH>; authSecret: Buffer }): Buffer;
};

const app = testApp({ PUSH_HOSTS: '127.0.0.1' });
const bodies: Buffer[] = [];

beforeAll(() => {
  vi.spyOn(webPush, 'sendNotification').mockImplementation(async (subscription, payload, options) => {
    bodies.push(webPush.generateRequestDetails(subscription, payload ?? undefined, options).body as Buffer);
    return { statusCode: 201, body: '', headers: {} };
  });
});
afterAll(() => vi.restoreAllMocks());

test('a push carries no name and no message, says when a profile is fictional, and replaces an earlier one of its kind', async () => {
  const anna = await app.as('anna', { language: 'nl' });
  const device = createECDH('prime256v1');
  const authSecret = randomBytes(16);
  await sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth)
    values (${anna.memberId}, 'https://127.0.0.1/x', ${device.generateKeys().toString('base64url')}, ${authSecret.toString('base64url')})`.execute(app.db);
  const liker = await plant(app, { name: 'Mila', gender: 'male', kind: 'fictional' });
  await sql`insert into likes (liker_id, liked_id) values (${liker}, ${anna.memberId})`.execute(app.db);
  await app.away();
  await notifyLike(app.app, { liker, liked: anna.memberId, match: false });
  await app.runJobs();
  expect(bodies).toHaveLength(1);
  const message = JSON.parse(ece.decrypt(bodies[0]!, { version: 'aes128gcm', privateKey: device, authSecret }).toString()) as Record<string, unknown>;
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
