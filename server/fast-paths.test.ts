import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assemble, type Site } from '#server/assemble.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { testApp } from '#support/app.ts';
import { Client } from '#support/client.ts';
import { plantWithBrowser } from '#support/members.ts';

// Two processes on one database, one with all fast paths and one with the plain paths, must give the same
// replies.

const fast = testApp();
let plain: { site: Site; http: FastifyInstance };

beforeAll(async () => {
  const config = readConfig({
    DATA_DIR: fast.app.config.dataDir,
    SECRET: 'a secret for tests, long enough to be taken',
    LIMITS_SCALE: '1000',
    PORT: '0',
    FAST_PATHS: 'off',
  });
  const site = await assemble(config, fast.databaseUrl, createLog(config, 'silent'));
  site.readiness.ready = true;
  const http = await site.createHttp();
  await http.ready();
  plain = { site, http };
});
afterAll(async () => {
  await plain.http.close();
  await plain.site.close();
});

function atPlain(client: Client): Client {
  const other = new Client(plain.http, '10.9.9.9');
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  other.memberId = client.memberId;
  return other;
}

/** Photo addresses are signed with a secret per site and an expiry. */
const withoutSignatures = (reply: unknown) =>
  JSON.stringify(reply, (key, value) => (key === 'filename' ? 'signed' : value));

test('gives the same replies with and without fast paths, before and after a change', async () => {
  const anna = await plantWithBrowser(fast, { gender: 'female', country: 'FI', premium: true });
  const ben = await plantWithBrowser(fast, {
    gender: 'male',
    country: 'FI',
    city: 'Turku',
    lat: 60,
    lon: 22,
  });
  const say = (from: Client, to: Client, text: string) =>
    from.must('send', { body: { profile: to.memberId, client_id: randomUUID(), text } });
  await say(anna, ben, 'Hi "Ben" \\ 💋\n\ttab');
  await say(ben, anna, 'Hello');
  await ben.must('like', { body: { profile: anna.memberId } });
  const repliesTo = async (client: Client) => ({
    chat: await client.must('chat', { query: { profile: ben.memberId } }),
    chats: await client.must('chats'),
    likes: await client.must('likes'),
    user: await client.must('user'),
    members: await client.must('members', { query: { gender: 'male', country: 'FI' } }),
  });
  const compare = async () => {
    const [first, second] = [await repliesTo(anna), await repliesTo(atPlain(anna))];
    expect(withoutSignatures(second)).toBe(withoutSignatures(first));
    expect(first.chats.chats).toHaveLength(1);
    return first;
  };
  // Both members are online from here on, whenever a process writes their presence.
  await fast.app.parts.presence.flush();
  fast.app.parts.cards.online.clear();
  // The second round is served from caches filled by the first.
  await compare();
  await compare();
  await ben.must('changeProfile', { body: { name: 'Benjamin' } });
  await say(ben, anna, 'That is me');
  expect((await compare()).chat).toMatchObject({ profile: { name: 'Benjamin' }, messages: { length: 3 } });
});

test('accepts on, off or a list of names as FAST_PATHS', () => {
  const paths = (value?: string) =>
    readConfig({ DATA_DIR: fast.app.config.dataDir, ...(value && { FAST_PATHS: value }) }).fastPaths;
  expect(Object.values(paths()).every(Boolean)).toBe(true);
  expect(Object.values(paths('off')).some(Boolean)).toBe(false);
  expect(paths('card-cache, page-cache')).toMatchObject({
    'card-cache': true,
    'page-cache': true,
    'message-texts': false,
  });
  expect(() => paths('warp')).toThrow('FAST_PATHS must be on, off or a list of');
});
