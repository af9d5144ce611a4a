import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startChatSite, type ChatSite, type Person } from '#support/chat-site.ts';
import { picture } from '#support/pictures.ts';
import { type ScreeningService, startScreening } from '#support/services/screening.ts';

// Intimate pictures in conversations. The verdict comes from a screening service (docs/operate/screening.md), which says
// what the test wants.

let service: ScreeningService;
let site: ChatSite;
let verdict: string;
beforeAll(async () => {
  service = await startScreening(() => verdict);
  site = await startChatSite({ SCREENING_URL: service.url });
});
beforeEach(() => {
  verdict = 'intimate';
});
afterEach(() => site.ledgerAddsUp());
afterAll(async () => {
  await site.close();
  await service.close();
});

const pair = async (): Promise<[Person, Person]> => [
  await site.person({ premium: true, credits: 10 }),
  await site.person(),
];
const sendImage = async (from: Person, to: Person, more: Record<string, unknown> = {}) =>
  from.call('send', {
    body: { profile: to.id, client_id: randomUUID(), ...more },
    file: { content: await picture().jpeg().toBuffer() },
  });
const confirmed = { intimate_confirmed: true };
const newest = async (who: Person, other: Person) => {
  const { body } = await who.call('chat', { query: { profile: other.id } });
  return body.messages.at(-1)!;
};
const get = (who: Person, address: string) =>
  fetch(site.origin + address, { headers: { cookie: who.cookie } });
const statusOf = async (who: Person, address: string) => (await get(who, address)).status;

test('asks the sender of an intimate picture before anything is stored or charged', async () => {
  const [anna, bram] = await pair();
  const id = { client_id: randomUUID() };
  const asked = await sendImage(anna, bram, id);
  expect([asked.status, asked.body.error]).toEqual([409, 'intimate_unconfirmed']);
  expect(await site.credits(anna)).toBe(10);
  expect((await bram.call('chats')).body.chats).toEqual([]);

  const sent = await sendImage(anna, bram, { ...id, ...confirmed });
  expect([sent.status, sent.body.message.image!.covered, sent.body.credits]).toEqual([201, true, 8]);
  // The sender's repeat is answered like the first, without another question.
  expect((await sendImage(anna, bram, id)).body.message.id).toBe(sent.body.message.id);
  expect(await site.credits(anna)).toBe(8);
});

test('sends a harmless picture without a question', async () => {
  verdict = 'clear';
  const [anna, bram] = await pair();
  const sent = await sendImage(anna, bram);
  expect([sent.status, sent.body.message.image!.covered]).toEqual([201, undefined]);
  const { image } = await newest(bram, anna);
  expect(image).toMatchObject({
    filename: expect.any(String),
    colour: expect.stringMatching(/^[\da-f]{6}$/),
  });
});

test('keeps the clear picture from the recipient until they ask for it, and tells the sender nothing', async () => {
  const [anna, bram] = await pair();
  const stream = await site.stream(bram);
  const sent = await sendImage(anna, bram, confirmed);
  const clear = sent.body.message.image!.filename!;
  const { data } = await stream.next('message');
  const seen = (await newest(bram, anna)).image!;
  expect(data.message.image).toEqual(seen);
  expect(seen).toMatchObject({ covered: true, filename: null, status: 'active' });
  expect(seen).not.toHaveProperty('colour');

  // Even with the sender's own addresses.
  const widths = ['160', '480', '960'].map((width) => clear.replace('/960', `/${width}`));
  expect(await Promise.all(widths.map((address) => statusOf(bram, address)))).toEqual([404, 404, 404]);
  const blurred = Buffer.from(await (await get(bram, seen.thumb_filename!)).arrayBuffer());
  expect((await sharp(blurred).metadata()).width).toBe(160);
  // 14 pixels, enlarged: too little to recognise anything.
  expect(blurred.length).toBeLessThan(3000);

  const own = await site.stream(anna);
  const before = await newest(anna, bram);
  const shown = await bram.call('answerImage', { body: { image: seen.id, show: true } });
  expect(shown.body.message.image).toMatchObject({ filename: expect.any(String) });
  expect(shown.body.message.image!.covered).toBeUndefined();
  expect(shown.body.message.image!.colour).toBe(sent.body.message.image!.colour);
  expect(await statusOf(bram, shown.body.message.image!.filename!)).toBe(200);
  expect((await newest(bram, anna)).image!.filename).not.toBeNull();
  expect((await bram.call('answerImage', { body: { image: seen.id, show: true } })).status).toBe(200);

  // Nothing that the sender receives has changed.
  expect(await newest(anna, bram)).toEqual({ ...before, read: (await newest(anna, bram)).read });
  await bram.say(anna, 'a later event');
  await own.next('message', ({ message }) => message.text === 'a later event');
  expect(own.events.map(({ name }) => name)).not.toContain('message_changed');
  for (const tab of [stream, own]) tab.close();
});

test('deletes a declined picture for both sides, with its words and files, and keeps its price', async () => {
  const [anna, bram] = await pair();
  const sent = await sendImage(anna, bram, { ...confirmed, text: 'Just for you' });
  const { id, filename } = sent.body.message.image!;
  expect((await newest(bram, anna)).text).toBe('Just for you');
  const { rows } = await sql<{
    storage_key: string;
  }>`select storage_key from chat_images where id = ${id}`.execute(site.db);
  const folders = () => Array.fromAsync(site.site.app.storage.folders());
  expect(await folders()).toContain(rows[0]!.storage_key);
  const tab = await site.stream(anna);
  for (let n = 0; n < 2; n++)
    expect((await bram.call('answerImage', { body: { image: id, show: false } })).status).toBe(200);
  await tab.next('message_changed', ({ message }) => message.image.status === 'declined');
  tab.close();
  const gone = { text: null, image: { id, status: 'declined', filename: null, thumb_filename: null } };
  expect(await newest(anna, bram)).toMatchObject(gone);
  expect(await newest(bram, anna)).toMatchObject(gone);
  expect((await bram.call('answerImage', { body: { image: id, show: true } })).body.error).toBe('conflict');
  expect(await Promise.all([anna, bram].map((who) => statusOf(who, filename!)))).toEqual([404, 404]);
  expect(await site.credits(anna)).toBe(8);
  await site.runDueJobs();
  expect(await folders()).not.toContain(rows[0]!.storage_key);
});

test('refuses an intimate picture to members who never want one, before the sender pays', async () => {
  const [anna, bram] = await pair();
  expect((await bram.call('changeUser', { body: { refuses_intimate: true } })).body.refuses_intimate).toBe(
    true,
  );
  const refused = await sendImage(anna, bram, confirmed);
  expect([refused.status, refused.body.error]).toEqual([403, 'intimate_refused']);
  expect(refused.body.message).toContain(bram.name);
  expect(await site.credits(anna)).toBe(10);
  verdict = 'clear';
  expect((await sendImage(anna, bram)).status).toBe(201);
});

test('answers only for pictures that the member has received', async () => {
  const [anna, bram] = await pair();
  const carl = await site.person();
  const sent = await sendImage(anna, bram, confirmed);
  const image = sent.body.message.image!.id;
  for (const who of [anna, carl])
    for (const show of [true, false])
      expect((await who.call('answerImage', { body: { image, show } })).status).toBe(404);
  expect((await bram.call('answerImage', { body: { image: 999_999, show: true } })).status).toBe(404);
});

test('blurs a picture without a verdict, also after an operator approved it blurred', async () => {
  const [anna, bram] = await pair();
  const inspector = await site.person();
  await sql`update members set roles = '{moderator}' where id = ${inspector.id}`.execute(site.db);
  verdict = 'doubt';
  const first = await sendImage(anna, bram, confirmed);
  const second = await sendImage(anna, bram, confirmed);
  expect(first.body.message.image).toMatchObject({ status: 'inspecting', covered: true });
  const decide = (id: number, more = {}) =>
    inspector.call('decideChatImage', { body: { id, approve: true, ...more } });
  const { images } = (await inspector.call('adminChatImages')).body;
  expect(images.map(({ intimate }) => intimate)).toEqual([null, null]);
  await decide(first.body.message.image!.id, { intimate: true });
  await decide(second.body.message.image!.id);
  const { messages } = (await bram.call('chat', { query: { profile: anna.id } })).body;
  expect(messages.map(({ image }) => image!.filename === null)).toEqual([true, false]);
});

test('inspects intimate pictures in chats first if the site wants it, and blurs them nevertheless', async () => {
  await site.setting({ intimate_chat_pictures: 'inspect' });
  const [anna, bram] = await pair();
  const inspector = await site.person();
  await sql`update members set roles = '{moderator}' where id = ${inspector.id}`.execute(site.db);
  const sent = await sendImage(anna, bram, confirmed);
  expect(sent.body.message.image!.status).toBe('inspecting');
  const id = sent.body.message.image!.id;
  expect((await bram.call('answerImage', { body: { image: id, show: true } })).status).toBe(404);
  await inspector.call('decideChatImage', { body: { id, approve: true } });
  expect((await newest(bram, anna)).image).toMatchObject({ status: 'active', covered: true, filename: null });
  await site.setting({ intimate_chat_pictures: 'blur' });
});
