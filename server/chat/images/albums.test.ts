import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Message } from '#contract/chat/conversations.ts';
import { itemAt } from '#contract/must.ts';
import { startChatSite, type ChatSite, type Person } from '#support/chat-site.ts';
import { picture } from '#support/pictures.ts';
import { type ScreeningService, startScreening } from '#support/services/screening.ts';

// Several pictures as one message. The verdicts come from a screening service, one after the other, then "clear".

let service: ScreeningService;
let site: ChatSite;
let verdicts: string[];
beforeAll(async () => {
  service = await startScreening(() => verdicts.shift() ?? 'clear');
  site = await startChatSite({ SCREENING_URL: service.url });
});
beforeEach(() => {
  verdicts = [];
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
const upload = async (from: Person, to: Person, client_id: string) =>
  from.call('uploadChatImage', {
    body: { profile: to.id, client_id },
    file: { content: await picture().jpeg().toBuffer() },
  });
async function uploaded(from: Person, to: Person, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const id of ids) expect((await upload(from, to, id)).status).toBe(201);
  return ids;
}
const send = (from: Person, to: Person, images: string[], more: Record<string, unknown> = {}) =>
  from.call('send', { body: { profile: to.id, client_id: randomUUID(), images, ...more } });
const newest = async (who: Person, other: Person): Promise<Message> =>
  itemAt((await who.call('chat', { query: { profile: other.id } })).body.messages, -1);
const imagesOf = (message: Message) => message.images ?? [];
const statusOf = async (who: Person, address: string | null) =>
  (await fetch(`${site.origin}${address}`, { headers: { cookie: who.cookie } })).status;
const folders = () => Array.fromAsync(site.site.app.storage.folders());

async function moderator(): Promise<Person> {
  const person = await site.person();
  await sql`update members set roles = '{moderator}' where id = ${person.id}`.execute(site.db);
  return person;
}

test('sends six pictures with words below as one message at the price of one, in their order, also when repeated', async () => {
  const [anna, bram] = await pair();
  const tab = await site.stream(bram);
  const ids = await uploaded(anna, bram, 6);
  expect(await site.credits(anna)).toBe(10);
  const [first, ...rest] = ids;
  const shuffled = [...rest, first!];
  const client_id = randomUUID();
  const sent = await send(anna, bram, shuffled, { text: 'From the island', client_id });
  expect([sent.status, sent.body.credits, sent.body.message.text]).toEqual([201, 8, 'From the island']);
  const { rows } = await sql<{ id: number; client_id: string }>`
    select id, client_id from chat_images where member_id = ${anna.id}`.execute(site.db);
  const order = shuffled.map((id) => rows.find((row) => row.client_id === id)?.id);
  for (const message of [
    sent.body.message,
    await newest(bram, anna),
    (await tab.next('message')).data.message,
  ])
    expect(imagesOf(message).map(({ id }) => id)).toEqual(order);
  expect(sent.body.message.image).toEqual(imagesOf(sent.body.message)[0]);
  for (const { filename } of imagesOf(await newest(bram, anna)))
    expect(await statusOf(bram, filename)).toBe(200);
  const carl = await site.person();
  expect(await statusOf(carl, imagesOf(sent.body.message)[5]!.filename)).toBe(404);

  expect((await upload(anna, bram, first!)).status).toBe(201);
  const again = await send(anna, bram, shuffled, { text: 'From the island', client_id });
  expect([again.status, again.body.message.id]).toEqual([201, sent.body.message.id]);
  expect(imagesOf(again.body.message)).toHaveLength(6);
  expect(await site.credits(anna)).toBe(8);
  tab.close();
});

test('refuses an album with one picture too many, of another message, of somebody else, or no longer there', async () => {
  const [anna, bram] = await pair();
  const ids = await uploaded(anna, bram, 2);
  const seven = Array.from({ length: 7 }, () => randomUUID());
  expect((await send(anna, bram, seven)).status).toBe(400);
  expect((await send(anna, bram, ids.slice(0, 1))).status).toBe(400);
  expect((await send(bram, anna, ids)).body.error).toBe('pictures_gone');
  expect((await send(anna, bram, ids)).status).toBe(201);
  expect((await send(anna, bram, [...ids, ...(await uploaded(anna, bram, 1))])).status).toBe(400);

  const late = await uploaded(anna, bram, 2);
  await sql`update chat_images set created_at = created_at - interval '2 hours' where member_id = ${anna.id}`.execute(
    site.db,
  );
  await site.site.app.jobs.add(site.db, 'delete-unsent-images', {});
  await site.runDueJobs();
  expect((await send(anna, bram, late)).body.error).toBe('pictures_gone');
  expect(imagesOf(await newest(bram, anna)).every(({ filename }) => filename !== null)).toBe(true);
  expect(await site.credits(anna)).toBe(8);
});

test('refuses an upload that could not be sent, before its file is looked at', async () => {
  const [anna, bram] = [await site.person({ premium: true, credits: 1 }), await site.person()];
  const refused = await anna.call('uploadChatImage', {
    body: { profile: bram.id, client_id: randomUUID() },
    file: { content: Buffer.from('no picture') },
  });
  expect(refused.body.error).toBe('not_enough_credits');
  expect(
    (await anna.call('uploadChatImage', { body: { profile: bram.id, client_id: randomUUID() } })).status,
  ).toBe(422);
});

test('asks about an album with one intimate picture before charging, and covers only that one', async () => {
  const [anna, bram] = await pair();
  verdicts = ['clear', 'intimate'];
  const ids = await uploaded(anna, bram, 3);
  expect((await send(anna, bram, ids)).body.error).toBe('intimate_unconfirmed');
  expect(await site.credits(anna)).toBe(10);
  const sent = await send(anna, bram, ids, { intimate_confirmed: true, text: 'For you' });
  expect(sent.status).toBe(201);
  const seen = imagesOf(await newest(bram, anna));
  expect(seen.map(({ filename, covered }) => [filename !== null, covered])).toEqual([
    [true, undefined],
    [false, true],
    [true, undefined],
  ]);
  const covered = itemAt(seen, 1);
  expect(await statusOf(bram, itemAt(imagesOf(sent.body.message), 1).filename)).toBe(404);

  const shown = await bram.call('answerImage', { body: { image: covered.id, show: true } });
  const clear = itemAt(imagesOf(shown.body.message), 1);
  expect(await statusOf(bram, clear.filename)).toBe(200);
  expect(itemAt(imagesOf(await newest(bram, anna)), 1).covered).toBeUndefined();

  // The words stay until nothing is left above them.
  await bram.call('answerImage', { body: { image: covered.id, show: false } });
  expect(await newest(anna, bram)).toMatchObject({ text: 'For you' });
  for (const { id } of seen) await bram.call('answerImage', { body: { image: id, show: false } });
  expect(await newest(anna, bram)).toMatchObject({ text: null });
  expect(imagesOf(await newest(anna, bram)).map(({ status }) => status)).toEqual(Array(3).fill('declined'));
});

test('refuses an album with an intimate picture to a member who never wants one', async () => {
  const [anna, bram] = await pair();
  await bram.call('changeUser', { body: { refuses_intimate: true } });
  verdicts = ['clear', 'intimate'];
  const ids = await uploaded(anna, bram, 2);
  const refused = await send(anna, bram, ids, { intimate_confirmed: true });
  expect([refused.body.error, await site.credits(anna)]).toEqual(['intimate_refused', 10]);
  expect((await bram.call('chats')).body.chats).toEqual([]);
});

test('returns the price once every picture of an album is refused', async () => {
  const [anna, bram] = await pair();
  const inspector = await moderator();
  verdicts = ['doubt', 'doubt'];
  const ids = await uploaded(anna, bram, 2);
  const sent = await send(anna, bram, ids, { intimate_confirmed: true });
  expect(sent.status).toBe(201);
  expect(imagesOf(await newest(bram, anna)).map(({ filename }) => filename)).toEqual([null, null]);
  const [one, two] = imagesOf(sent.body.message).map(({ id }) => id);
  const { images } = (await inspector.call('adminChatImages')).body;
  expect(images.map(({ id }) => id)).toEqual([one, two]);
  const refuse = (id: number) => inspector.call('decideChatImage', { body: { id, approve: false } });
  expect(await statusOf(inspector, images[1]!.filename)).toBe(200);
  await refuse(two!);
  expect(await site.credits(anna)).toBe(8);
  await refuse(one!);
  expect(await site.credits(anna)).toBe(10);
  expect(imagesOf(await newest(bram, anna)).map(({ status }) => status)).toEqual(['refused', 'refused']);
});

test('keeps every picture of a reported album as evidence, and deletes the album with its message', async () => {
  const [anna, bram] = await pair();
  const ids = await uploaded(anna, bram, 3);
  const { message } = (await send(anna, bram, ids)).body;
  const { rows } = await sql<{ storage_key: string }>`
    select storage_key from chat_images where member_id = ${anna.id} order by id`.execute(site.db);
  const keys = rows.map(({ storage_key }) => storage_key);
  const report = { profile: anna.id, message: message.id, category: 'harassment' as const, text: 'Unwanted' };
  expect((await bram.call('complaint', { body: { ...report, client_id: randomUUID() } })).status).toBe(201);
  const complaint = await sql<{ evidence_folders: string[] }>`
    select evidence_folders from complaints where profile_id = ${anna.id}`.execute(site.db);
  expect(itemAt(complaint.rows, 0).evidence_folders).toEqual(expect.arrayContaining(keys));

  const other = await send(anna, bram, await uploaded(anna, bram, 2));
  await anna.call('deleteMessage', { body: { message: other.body.message.id } });
  expect(await newest(bram, anna)).toMatchObject({ kind: 'deleted', image: null });
  await sql`update chat_images set created_at = created_at - interval '2 hours' where member_id = ${anna.id}`.execute(
    site.db,
  );
  await site.site.app.jobs.add(site.db, 'delete-unsent-images', {});
  await site.runDueJobs();
  const left = await sql<{ storage_key: string }>`
    select storage_key from chat_images where member_id = ${anna.id} order by id`.execute(site.db);
  expect(left.rows.map(({ storage_key }) => storage_key)).toEqual(keys);
  expect(await folders()).toEqual(expect.arrayContaining(keys));
});
