import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import webPush from 'web-push';
import { startCallSite, type CallSite } from '#support/calls/call-site.ts';
import type { Person } from '#support/chat-site.ts';
import { readPush } from '#support/services/read-push.ts';

let site: CallSite;
const pushed: Buffer[] = [];
const device = createECDH('prime256v1');
const authSecret = randomBytes(16);
const key = device.generateKeys().toString('base64url');

beforeAll(async () => {
  vi.spyOn(webPush, 'sendNotification').mockImplementation(async (subscription, payload, options) => {
    pushed.push(webPush.generateRequestDetails(subscription, payload ?? undefined, options).body as Buffer);
    return { statusCode: 201, body: '', headers: {} };
  });
  site = await startCallSite({ PUSH_HOSTS: '127.0.0.1' });
});
beforeEach(() => void (pushed.length = 0));
afterAll(async () => {
  vi.restoreAllMocks();
  await site.close();
});

async function pairWithDevice(): Promise<[Person, Person]> {
  const [anna, bram] = await site.pair();
  await site.runDueJobs();
  pushed.length = 0;
  await sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth)
    values (${bram.id}, ${`https://127.0.0.1/${bram.id}`}, ${key}, ${authSecret.toString('base64url')})`.execute(
    site.db,
  );
  return [anna, bram];
}

const missedBy = async (who: Person) =>
  (await who.call('activity')).body.events.filter(({ kind }: { kind: string }) => kind === 'missed_call');
const pushes = () => pushed.map((body) => JSON.parse(readPush(body, { device, authSecret })));
const cancel = (who: Person, id: string) => who.call('endVideoCall', { body: { id } });

test('lists a cancelled call as missed, and pushes it without a name', async () => {
  const [anna, bram] = await pairWithDevice();
  const { id, conversation } = (await site.ring(anna, bram)).body;
  expect(await missedBy(bram)).toEqual([]);
  await cancel(anna, id);
  await cancel(anna, id);
  expect(await missedBy(bram)).toMatchObject([
    { unread: true, profile: { id: anna.id }, details: { conversation: expect.any(Number) } },
  ]);
  expect(await missedBy(anna)).toEqual([]);
  await site.runDueJobs();
  const { name } = (await bram.call('member', { query: { id: anna.id } })).body;
  expect(pushes()).toMatchObject([
    { title: 'Missed call', path: expect.stringMatching(/^\/(en\/)?chats\/\d+$/), conversation: {} },
  ]);
  expect(JSON.stringify(pushes())).not.toContain(name);
  expect(conversation).toBeTypeOf('number');
});

test('lists a call that rang to its end as missed', async () => {
  const [anna, bram] = await pairWithDevice();
  await site.ring(anna, bram);
  await site.wait(41);
  await bram.call('currentVideoCall', { query: {} });
  expect(await missedBy(bram)).toHaveLength(1);
});

test('does not list a declined or answered call', async () => {
  const [anna, bram] = await pairWithDevice();
  const { id } = (await site.ring(anna, bram)).body;
  await bram.call('answerVideoCall', { body: { id, device: randomUUID(), accept: false } });
  await site.wait(31);
  await cancel(anna, await site.talk(anna, bram));
  expect(await missedBy(bram)).toEqual([]);
  await site.runDueJobs();
  expect(pushes()).toEqual([]);
});

test('pushes nothing for a muted conversation or somebody who has gone since', async () => {
  const [anna, bram] = await pairWithDevice();
  await sql`update participants set muted_until = 'infinity' where member_id = ${bram.id}`.execute(site.db);
  await cancel(anna, (await site.ring(anna, bram)).body.id);
  await site.runDueJobs();
  expect(pushes()).toEqual([]);

  await sql`update participants set muted_until = null where member_id = ${bram.id}`.execute(site.db);
  await site.wait(31);
  await cancel(anna, (await site.ring(anna, bram)).body.id);
  await sql`update profiles set status = 'disabled' where id = ${anna.id}`.execute(site.db);
  await site.runDueJobs();
  expect(pushes()).toEqual([]);
});
