import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { itemAt } from '#contract/must.ts';
import { startChatSite, type ChatSite, type Person } from '#support/chat-site.ts';
import { postponeJobs } from '#support/job-queue.ts';
import { picture } from '#support/pictures.ts';
import { type ScreeningService, startScreening } from '#support/services/screening.ts';

// Pictures that can be seen once. The verdict about each comes from a screening service.

let service: ScreeningService;
let site: ChatSite;
let verdict: string;
beforeAll(async () => {
  service = await startScreening(() => verdict);
  site = await startChatSite({ SCREENING_URL: service.url });
});
beforeEach(() => {
  verdict = 'clear';
});
afterEach(() => site.ledgerAddsUp());
afterAll(async () => {
  await site.close();
  await service.close();
});

const sendOnce = async (from: Person, to: Person | number, more: Record<string, unknown> = {}) =>
  from.call('send', {
    body: {
      profile: typeof to === 'number' ? to : to.id,
      client_id: randomUUID(),
      view_once: true,
      ...more,
    },
    file: { content: await picture().jpeg().toBuffer() },
  });
async function sent(more: Record<string, unknown> = {}) {
  const [anna, bram] = [await site.person({ premium: true, credits: 10 }), await site.person()];
  const { status, body } = await sendOnce(anna, bram, more);
  expect(status).toBe(201);
  return { anna, bram, message: body.message, image: body.message.image!.id };
}
const newest = async (who: Person, other: Person) =>
  itemAt((await who.call('chat', { query: { profile: other.id } })).body.messages, -1);
const open = (who: Person, image: number, opening: string = randomUUID()) =>
  who.call('openImage', { body: { image, opening } });
const get = (who: Person, address: string) =>
  fetch(site.origin + address, { headers: { cookie: who.cookie } });
const statusOf = async (who: Person, address: string) => (await get(who, address)).status;
const folders = () => Array.fromAsync(site.site.app.storage.folders());
async function folderOf(image: number) {
  const { rows } = await sql<{ storage_key: string | null }>`
    select storage_key from chat_images where id = ${image}`.execute(site.db);
  return rows[0]!.storage_key;
}
async function afterGrace() {
  await postponeJobs(site.db, -1);
  await site.runDueJobs();
  await postponeJobs(site.db, -1);
  await site.runDueJobs();
}

test('shows a picture to its recipient once, for a minute, and to nobody else', async () => {
  const { anna, bram, message, image } = await sent({ text: 'Look' });
  const carl = await site.person();
  expect(await site.credits(anna)).toBe(8);
  for (const seen of [message, await newest(bram, anna)]) {
    expect(seen.text).toBe('Look');
    expect(seen.image).toMatchObject({ view_once: true, filename: null, thumb_filename: null });
    expect(seen.image).not.toHaveProperty('opened');
    expect(seen.image).not.toHaveProperty('colour');
  }
  // Not even with a signed address.
  const signed = site.site.app.parts.chatImages.of(image);
  for (const who of [anna, bram, carl])
    for (const address of [signed.filename, signed.thumb_filename, signed.filename.replace('/960', '/blur')])
      expect(await statusOf(who, address)).toBe(404);

  const [sender, tab] = [await site.stream(anna), await site.stream(bram)];
  const opening = randomUUID();
  const opened = await open(bram, image, opening);
  expect(opened.body.message.image).toMatchObject({ opened: true, filename: null });
  const { filename } = opened.body;
  const answer = await get(bram, filename);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  for (const who of [anna, carl]) expect(await statusOf(who, filename)).toBe(404);
  expect(await statusOf(bram, filename.replace(opening, randomUUID()))).toBe(404);
  for (const stream of [sender, tab]) {
    await stream.next('message_changed', ({ message: { image: seen } }) => seen.opened === true);
    stream.close();
  }
  expect((await newest(anna, bram)).image).toMatchObject({ opened: true });

  // The response was lost.
  expect((await open(bram, image, opening)).body.filename).toBe(filename);
  expect((await open(bram, image)).body.error).toBe('already_opened');
  expect((await newest(bram, anna)).revision).toBe(1);

  await sql`update chat_images set opened_at = opened_at - interval '61 seconds' where id = ${image}`.execute(
    site.db,
  );
  expect(await statusOf(bram, filename)).toBe(404);
  expect((await open(bram, image, opening)).body.error).toBe('already_opened');
});

test('opens only a picture that the member has received, that can be seen once and has passed its check', async () => {
  const { anna, bram, image } = await sent();
  const carl = await site.person();
  for (const who of [anna, carl]) expect((await open(who, image)).status).toBe(404);
  const plain = await sendOnce(anna, bram, { view_once: false });
  expect((await open(bram, plain.body.message.image!.id)).status).toBe(404);
  verdict = 'doubt';
  const doubtful = await sendOnce(anna, bram, { intimate_confirmed: true });
  expect(doubtful.body.message.image).toMatchObject({
    status: 'inspecting',
    view_once: true,
    filename: null,
  });
  expect((await open(bram, doubtful.body.message.image!.id)).status).toBe(404);
  // Moderators see it while they have to decide.
  const moderator = await site.person();
  await sql`update members set roles = '{moderator}' where id = ${moderator.id}`.execute(site.db);
  const { images } = (await moderator.call('adminChatImages')).body;
  expect(await statusOf(moderator, itemAt(images, -1).filename)).toBe(200);
});

test('deletes the file of an opened picture after the time of the setting', async () => {
  const { bram, image } = await sent();
  const folder = await folderOf(image);
  await afterGrace();
  expect(await folders()).toContain(folder);
  await open(bram, image);
  await site.runDueJobs();
  expect(await folders()).toContain(folder);
  await afterGrace();
  expect(await folderOf(image)).toBeNull();
  expect(await folders()).not.toContain(folder);
});

test('keeps an opened picture that is reported in time as evidence', async () => {
  const { anna, bram, message, image } = await sent();
  const folder = await folderOf(image);
  await open(bram, image);
  const report = () =>
    bram.call('complaint', {
      body: {
        profile: anna.id,
        message: message.id,
        category: 'harassment',
        text: 'Not what I want',
        client_id: randomUUID(),
      },
    });
  const evidence = async (id: number) =>
    (
      await sql<{
        folders: string[];
      }>`select evidence_folders as folders from complaints where id = ${id}`.execute(site.db)
    ).rows[0]!.folders;
  expect(await evidence((await report()).body.id)).toEqual([folder]);
  await afterGrace();
  expect(await folderOf(image)).toBeNull();
  expect(await folders()).toContain(folder);
  // The picture is gone, but the report is still accepted.
  expect(await evidence((await report()).body.id)).toEqual([]);
});

test('lets the deletion of an opened picture wait for a report that is being stored', async () => {
  const { anna, bram, message, image } = await sent();
  const folder = await folderOf(image);
  await open(bram, image);
  const waiting = async (words: string) => {
    const { rows } = await sql<{ query: string }>`
      select query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
      site.db,
    );
    return rows.some(({ query }) => query.includes(words));
  };
  const [report, deletion] = await site.db.transaction().execute(async (tx) => {
    await sql`lock table complaints in exclusive mode`.execute(tx);
    const report = bram.call('complaint', {
      body: {
        profile: anna.id,
        message: message.id,
        category: 'other',
        text: 'See',
        client_id: randomUUID(),
      },
    });
    await expect.poll(() => waiting('insert into complaints')).toBe(true);
    await postponeJobs(site.db, -1);
    const deletion = site.runDueJobs();
    await expect.poll(() => waiting('opened_at is not null')).toBe(true);
    return [report, deletion] as const;
  });
  expect((await report).status).toBe(201);
  await deletion;
  await afterGrace();
  expect(await folderOf(image)).toBeNull();
  expect(await folders()).toContain(folder);
});

test('treats an intimate picture like others to be seen once, and lets the recipient decline it unseen', async () => {
  verdict = 'intimate';
  const { anna, bram, image } = await sent({ intimate_confirmed: true });
  expect((await newest(bram, anna)).image).toMatchObject({
    covered: true,
    view_once: true,
    thumb_filename: null,
  });
  expect((await bram.call('answerImage', { body: { image, show: true } })).body.error).toBe('conflict');
  expect(await statusOf(bram, (await open(bram, image)).body.filename)).toBe(200);

  const other = await sendOnce(anna, bram, { intimate_confirmed: true });
  const { id } = other.body.message.image!;
  await bram.call('answerImage', { body: { image: id, show: false } });
  expect((await open(bram, id)).status).toBe(404);
  expect((await newest(anna, bram)).image).toMatchObject({ status: 'declined' });
});

test('is only for a single picture', async () => {
  const [anna, bram] = [await site.person({ premium: true, credits: 10 }), await site.person()];
  const send = (more: Record<string, unknown>) =>
    anna.call('send', {
      body: { profile: bram.id, client_id: randomUUID(), view_once: true, ...more },
    });
  expect((await send({ text: 'Once' })).status).toBe(400);
  const images = [randomUUID(), randomUUID()];
  for (const client_id of images)
    await anna.call('uploadChatImage', {
      body: { profile: bram.id, client_id },
      file: { content: await picture().jpeg().toBuffer() },
    });
  expect((await send({ images })).status).toBe(400);
  expect(await site.credits(anna)).toBe(10);
});

test('is opened by the writer of a fictional profile who holds the conversation', async () => {
  const anna = await site.person({ premium: true, credits: 10 });
  const mira = await site.person({ kind: 'fictional' });
  const [willy, wilma] = [await site.person(), await site.person()];
  await sql`update members set roles = '{writer}' where id in (${willy.id}, ${wilma.id})`.execute(site.db);
  await anna.call('fictionalAck', { body: { profile: mira.id } });
  const { message } = (await sendOnce(anna, mira)).body;
  const body = {
    conversation: message.conversation,
    image: message.image!.id,
    opening: randomUUID(),
  };
  expect((await willy.call('deskOpenImage', { body })).body.error).toBe('desk_not_claimed');
  await willy.call('deskClaim', { body: { conversation: message.conversation } });
  // An image of another conversation.
  const bea = await site.person({ premium: true, credits: 10 });
  await bea.call('fictionalAck', { body: { profile: mira.id } });
  const elsewhere = (await sendOnce(bea, mira)).body.message.image!.id;
  expect((await willy.call('deskOpenImage', { body: { ...body, image: elsewhere } })).status).toBe(404);

  const signed = site.site.app.parts.chatImages.of(body.image);
  for (const address of [signed.filename, signed.filename.replace('/960', '/blur')])
    expect(await statusOf(willy, address)).toBe(404);
  const { filename } = (await willy.call('deskOpenImage', { body })).body;
  expect(await statusOf(willy, filename)).toBe(200);
  for (const who of [wilma, anna, mira]) expect(await statusOf(who, filename)).toBe(404);
  await wilma.call('deskClaim', { body: { conversation: message.conversation, takeover: true } });
  expect((await wilma.call('deskOpenImage', { body: { ...body, opening: randomUUID() } })).body.error).toBe(
    'already_opened',
  );
  expect((await newest(anna, mira)).image).toMatchObject({ opened: true });
});
