import { createECDH, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import webPush from 'web-push';
import { testApp } from '#support/app.ts';
import { plant } from '#support/members.ts';
import { readPush } from '#support/read-push.ts';
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

test('a push is read by what RFC 8291 says, as its own example is', () => {
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const device = createECDH('prime256v1');
  device.setPrivateKey(bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'));
  const body = bytes(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
  expect(readPush(body, { device, authSecret: bytes('BTBZMqHH6r4Tts7J_aSIgg') })).toBe('When I grow up, I want to be a watermelon');
});

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
