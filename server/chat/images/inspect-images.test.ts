import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startChatSite, type ChatSite, type Person } from '#support/chat-site.ts';
import { picture } from '#support/pictures.ts';

let site: ChatSite;
let inspector: Person;
beforeAll(async () => {
  site = await startChatSite();
  inspector = await site.person();
  await sql`update members set roles = '{moderator}' where id = ${inspector.id}`.execute(site.db);
});
afterEach(() => site.ledgerAddsUp());
afterAll(() => site.close());

/** An image with nothing recognisable, which an operator has to inspect. */
const blank = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#808080' } })
    .jpeg()
    .toBuffer();

const sendImage = (from: Person, to: Person, content: Buffer, words?: string) =>
  from.call('send', {
    body: { profile: to.id, client_id: randomUUID(), ...(words ? { text: words } : {}) },
    file: { content },
  });
const newest = async (who: Person, other: Person) =>
  (await who.call('chat', { query: { profile: other.id } })).body.messages.at(-1);
const queue = async () => (await inspector.call('adminChatImages')).body;
const decide = (id: number, approve: boolean, reason?: 'explicit') =>
  inspector.call('decideChatImage', { body: { id, approve, ...(reason && { reason }) } });
const fetchAs = async (who: Person, address: string) =>
  (await fetch(site.origin + address, { headers: { cookie: who.cookie } })).status;

test('holds a flagged image with its words for an operator, and shows it to the recipient once it is approved', async () => {
  const [anna, bram] = [await site.person({ premium: true, credits: 10 }), await site.person()];
  const sent = await sendImage(anna, bram, await blank(), 'Guess who');
  expect([sent.status, sent.body.message.image!.status]).toEqual([201, 'inspecting']);
  const { images, waiting } = await queue();
  expect([images.length, waiting]).toEqual([1, 1]);
  expect(images[0]).toMatchObject({
    sender: { id: anna.id },
    recipient: { id: bram.id },
    credits: 2,
    text: 'Guess who',
  });
  expect(await Promise.all([inspector, anna, bram].map((who) => fetchAs(who, images[0]!.filename)))).toEqual([
    200, 200, 404,
  ]);

  const tabs = [await site.stream(anna), await site.stream(bram)];
  expect((await decide(images[0]!.id, true)).body).toEqual({ ok: true });
  for (const tab of tabs)
    await tab.next(
      'changed',
      ({ what, conversation }) => what === 'chats' && conversation === sent.body.conversation.id,
    );
  const seen = (await newest(bram, anna))!.image;
  expect(seen!.status).toBe('active');
  expect(await fetchAs(bram, seen!.filename!)).toBe(200);
  expect(await fetchAs(inspector, seen!.filename!)).toBe(404);
  expect((await queue()).waiting).toBe(0);
  expect(await site.credits(anna)).toBe(8);
  for (const tab of tabs) tab.close();
});

test('hides a refused image from everybody, tells its sender the reason and refunds it', async () => {
  const [anna, bram] = [await site.person({ premium: true, credits: 10 }), await site.person()];
  await sql`update members set spending_cap = 3, free_messages_used = 5 where id = ${anna.id}`.execute(
    site.db,
  );
  await anna.say(bram, 'a paid word');
  const { body } = await sendImage(anna, bram, await blank());
  const [image] = (await queue()).images;
  expect(image?.text).toBeNull();
  const tab = await site.stream(anna);
  const answers = await Promise.all([
    decide(image!.id, false, 'explicit'),
    decide(image!.id, false, 'explicit'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await tab.next('credits')).data).toEqual({ credits: 9, paid_user: true, reason: 'refund' });
  expect(await site.credits(anna)).toBe(9);
  expect((await decide(image!.id, true)).body.error).toBe('conflict');

  const own = await newest(anna, bram);
  expect(own).toMatchObject({
    id: body.message.id,
    credits: 0,
    image: { status: 'refused', refusal_reason: 'explicit', filename: null },
  });
  const theirs = (await newest(bram, anna))!.image;
  expect(theirs).toMatchObject({ status: 'refused', filename: null });
  expect(theirs).not.toHaveProperty('refusal_reason');
  expect(await Promise.all([inspector, anna, bram].map((who) => fetchAs(who, image!.filename)))).toEqual([
    404, 404, 404,
  ]);
  const opened = (await anna.call('chat', { query: { profile: bram.id } })).body;
  expect(opened.conversation!.credits_spent).toBe(1);
  expect((await anna.call('user')).body.spent_this_month).toBe(1);
  expect((await sendImage(anna, bram, await picture().jpeg().toBuffer())).status).toBe(201);
  tab.close();
});

test('refunds credits of last month as a grant, and the ledger still adds up', async () => {
  const [anna, bram] = [await site.person({ premium: true, credits: 10 }), await site.person()];
  await sendImage(anna, bram, await blank());
  await sql`update test_clock set shift = interval '32 days'`.execute(site.db);
  const { images } = await queue();
  await decide(images[0]!.id, false);
  expect((await newest(anna, bram))!.image!.refusal_reason).toBe('other');
  expect(await site.credits(anna)).toBe(10);
  await site.ledgerAddsUp();
  await sql`update test_clock set shift = interval '0'`.execute(site.db);
});

test('removes deleted images from the queue, which only moderators see', async () => {
  const [anna, bram] = [await site.person({ premium: true, credits: 10 }), await site.person()];
  const { body } = await sendImage(anna, bram, await blank());
  await anna.call('deleteMessage', { body: { message: body.message.id } });
  expect((await queue()).waiting).toBe(0);
  expect((await decide(999_999, true)).status).toBe(404);
  const support = await site.person();
  await sql`update members set roles = '{support}' where id = ${support.id}`.execute(site.db);
  expect((await anna.call('adminChatImages')).status).toBe(404);
  expect((await support.call('adminChatImages')).status).toBe(403);
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where operator_id = ${inspector.id} and action like 'chat_image.%' and action not in ('chat_image.look', 'chat_image.decide') order by id`.execute(
    site.db,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'chat_image.approve',
    'chat_image.refuse',
    'chat_image.refuse',
  ]);
});
