import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Message } from '#contract/chat/conversations.ts';
import { itemAt, must } from '#contract/must.ts';
import { exportFilesOf } from '#server/membership/export/export-files.ts';
import { startChatSite, type ChatSite, type Person } from '#support/chat-site.ts';
import { recording, WAVEFORM, type RecordingOptions } from '#support/recordings.ts';

let site: ChatSite;
beforeAll(async () => void (site = await startChatSite()));
afterEach(() => site.ledgerAddsUp());
afterAll(() => site.close());

const pair = async (): Promise<[Person, Person]> => [
  await site.person({ premium: true, credits: 10 }),
  await site.person(),
];
const send = (from: Person, to: Person, content: Buffer, more: Record<string, unknown> = {}) =>
  from.call('send', {
    body: { profile: to.id, client_id: randomUUID(), waveform: WAVEFORM, ...more },
    file: { content },
  });
const newest = async (who: Person, other: Person): Promise<Message> =>
  itemAt((await who.call('chat', { query: { profile: other.id } })).body.messages, -1);
const voiceOf = (message: Message) => must(message.voice, 'voice message');
const load = (who: Person, address: string, headers: Record<string, string> = {}) =>
  fetch(site.origin + address, { headers: { cookie: who.cookie, ...headers } });
const folders = () => Array.fromAsync(site.site.app.storage.folders());

test.each<[string, RecordingOptions]>([
  ['Opus in WebM', {}],
  ['Opus in MP4', { container: 'mp4' }],
  ['Opus in Ogg', { container: 'ogg' }],
  ['AAC in MP4', { container: 'mp4', codec: 'aac' }],
  ['two minutes', { seconds: 120, container: 'mp4' }],
])('sends %s as one paid message, which both sides play as MP4', async (_, options) => {
  const [anna, bram] = await pair();
  const tab = await site.stream(bram);
  const sent = await send(anna, bram, await recording({ ...options, title: 'Anna at home' }));
  expect([sent.status, sent.body.credits, sent.body.message.kind]).toEqual([201, 8, 'voice']);
  const received = voiceOf((await tab.next('message')).data.message);
  expect(received).toMatchObject({ waveform: WAVEFORM });
  expect(Math.abs(received.duration_ms - (options.seconds ?? 3) * 1000)).toBeLessThan(100);
  expect(voiceOf(await newest(bram, anna))).toEqual(received);
  for (const who of [anna, bram]) {
    const response = await load(who, received.filename);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mp4']);
    const file = new Uint8Array(await response.arrayBuffer());
    const input = new Input({ source: new BufferSource(file), formats: ALL_FORMATS });
    expect((await input.getFormat()).name).toBe('MP4');
    expect((await input.getTracks()).map((track) => track.codec)).toEqual([options.codec ?? 'opus']);
    expect(Buffer.from(file).includes('Anna at home')).toBe(false);
  }
  const { chats } = (await bram.call('chats')).body;
  expect(chats[0]?.last_message).toMatchObject({ kind: 'voice', text: null });
});

test('costs the credits of its own setting, also before it is decoded', async () => {
  await site.setting({ message_credits: 1, photo_credits: 4, voice_credits: 3 });
  try {
    const [anna, bram] = await pair();
    expect((await anna.call('chat', { query: { profile: bram.id } })).body.price?.voice).toBe(3);
    const { status, body } = await send(anna, bram, await recording());
    expect([status, body.credits, body.message.credits]).toEqual([201, 7, 3]);
    const poor = await site.person({ premium: true, credits: 2 });
    expect((await send(poor, bram, Buffer.from('not decoded'))).body).toMatchObject({
      error: 'not_enough_credits',
    });
    expect(await site.credits(poor)).toBe(2);
  } finally {
    await site.setting({ message_credits: 1, photo_credits: 2, voice_credits: 2 });
  }
});

test.each<[string, () => Promise<Buffer>, number, string]>([
  ['silence', () => recording({ bytes: 3 }), 422, 'voice_silent'],
  ['a touch of the button', () => recording({ seconds: 0.2 }), 422, 'voice_silent'],
  ['more than two minutes', () => recording({ seconds: 125 }), 422, 'voice_too_long'],
  ['two tracks', () => recording({ tracks: 2 }), 422, 'voice_damaged'],
  ['a video', () => recording({ video: true }), 422, 'voice_damaged'],
  ['another codec', () => recording({ container: 'mp4', codec: 'mp3' }), 422, 'voice_damaged'],
  ['no packets', () => recording({ seconds: 0 }), 422, 'voice_damaged'],
  ['another file', async () => Buffer.from('<html>not a recording</html>'), 422, 'voice_damaged'],
  ['an empty file', async () => Buffer.alloc(0), 422, 'voice_damaged'],
  ['half a header', async () => (await recording()).subarray(0, 60), 422, 'voice_damaged'],
  ['more than 4 MB', async () => Buffer.alloc(4 * 1024 * 1024 + 1), 413, 'voice_too_large'],
  ['50 MB', async () => Buffer.alloc(50 * 1024 * 1024), 413, 'too_large'],
])('refuses %s and charges nothing', async (_, content, status, code) => {
  const [anna, bram] = await pair();
  const before = await folders();
  const { status: answered, body } = await send(anna, bram, await content());
  expect([answered, body]).toMatchObject([status, { error: code }]);
  expect(await site.credits(anna)).toBe(10);
  expect(await folders()).toEqual(before);
});

test('answers damaged recordings with an error of the catalogue', { timeout: 120_000 }, async () => {
  const [anna, bram] = await pair();
  const whole = await recording({ seconds: 1 });
  for (let n = 0; n < 12; n++) {
    const damaged = Buffer.from(whole);
    for (let at = n; at < damaged.length; at += 97 + n) damaged[at] = (damaged[at]! + 131 * (n + 1)) % 256;
    expect([201, 422]).toContain((await send(anna, bram, damaged)).status);
    if ((await site.credits(anna)) < 4) break;
  }
});

test('a repeat returns the first voice message and charges once', async () => {
  const [anna, bram] = await pair();
  const client_id = randomUUID();
  const content = await recording();
  const [first, second] = await Promise.all([
    send(anna, bram, content, { client_id }),
    send(anna, bram, content, { client_id }),
  ]);
  const third = await send(anna, bram, content, { client_id: client_id.toUpperCase() });
  expect([second.body.message.id, third.body.message.id]).toEqual([
    first.body.message.id,
    first.body.message.id,
  ]);
  expect([third.status, third.body.credits, await site.credits(anna)]).toEqual([201, 8, 8]);
  await site.runDueJobs();
  expect((await load(bram, voiceOf(await newest(bram, anna)).filename)).status).toBe(200);
});

test('refuses a recording with words, for one view, without a file or with a wrong waveform', async () => {
  const [anna, bram] = await pair();
  const content = await recording();
  expect((await send(anna, bram, content, { text: 'Hello' })).status).toBe(400);
  expect((await send(anna, bram, content, { view_once: true })).status).toBe(400);
  expect((await send(anna, bram, content, { waveform: 'loud' })).status).toBe(400);
  expect((await anna.say(bram, 'Hello', { waveform: WAVEFORM })).body).toMatchObject({
    error: 'invalid_fields',
    fields: { file: 'required' },
  });
  expect(await site.credits(anna)).toBe(10);
});

test('without credits, and after a block, nothing is stored or charged', async () => {
  const [anna, bram] = await pair();
  const poor = await site.person();
  const before = await folders();
  expect((await send(poor, bram, await recording())).body).toMatchObject({ error: 'not_enough_credits' });
  await bram.call('block', { body: { profile: anna.id } });
  expect((await send(anna, bram, await recording())).body).toMatchObject({ error: 'blocked_by' });
  expect(await folders()).toEqual(before);
  expect(await site.credits(anna)).toBe(10);
});

test('sends parts of a recording, which players ask for', async () => {
  const [anna, bram] = await pair();
  const { filename } = voiceOf((await send(anna, bram, await recording())).body.message);
  const whole = await load(bram, filename);
  const size = Number(whole.headers.get('content-length'));
  expect([whole.headers.get('accept-ranges'), whole.headers.get('cache-control')]).toEqual([
    'bytes',
    'private, max-age=3600',
  ]);
  const part = await load(bram, filename, { range: 'bytes=0-1' });
  expect([part.status, part.headers.get('content-range'), (await part.arrayBuffer()).byteLength]).toEqual([
    206,
    `bytes 0-1/${size}`,
    2,
  ]);
  const etag = must(whole.headers.get('etag'), 'etag');
  expect((await load(bram, filename, { range: `bytes=${size}-` })).status).toBe(416);
  expect((await load(bram, filename, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
  expect((await load(bram, filename, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
  expect((await load(bram, filename, { 'if-none-match': etag })).status).toBe(304);
});

test('nobody else can load a recording, nor anybody at a wrong address', async () => {
  const [anna, bram] = await pair();
  const carl = await site.person();
  const message = (await send(anna, bram, await recording())).body.message;
  const { filename, id } = voiceOf(message);
  expect((await load(carl, filename)).status).toBe(404);
  expect((await fetch(site.origin + filename)).status).toBe(404);
  expect((await load(bram, filename.replace(/s=.*/, 's=forged'))).status).toBe(404);
  expect(
    (await load(bram, filename.replace('/chat-voices/', '/chat-images/').replace('?', '/960?'))).status,
  ).toBe(404);
  await anna.call('deleteMessage', { body: { message: message.id } });
  expect((await load(bram, filename)).status).toBe(404);
  await sql`update chat_images set created_at = created_at - interval '2 hours' where id = ${id}`.execute(
    site.db,
  );
  await site.site.app.jobs.add(site.db, 'delete-unsent-images', {});
  await site.runDueJobs();
  expect((await load(anna, filename)).status).toBe(404);
  expect(
    await site.db.selectFrom('chat_images').where('id', '=', id).select('id').executeTakeFirst(),
  ).toBeUndefined();
});

test('the sender sees when the recipient has listened, once and live', async () => {
  const [anna, bram] = await pair();
  const { id } = voiceOf((await send(anna, bram, await recording())).body.message);
  const [tabs, other] = [await site.stream(anna), await site.stream(bram)];
  expect(voiceOf(await newest(bram, anna)).listened).toBeUndefined();
  const marked = await bram.call('voiceListened', { body: { voice: id } });
  expect([marked.status, voiceOf(marked.body.message).listened]).toEqual([200, true]);
  for (const tab of [tabs, other])
    expect(voiceOf((await tab.next('message_changed')).data.message).listened).toBe(true);
  for (const [who, of] of [
    [anna, bram],
    [bram, anna],
  ] as const)
    expect(voiceOf(await newest(who, of)).listened).toBe(true);
  const { revision } = await newest(anna, bram);
  expect((await bram.call('voiceListened', { body: { voice: id } })).status).toBe(200);
  expect((await newest(anna, bram)).revision).toBe(revision);
});

test.each(['recipient', 'sender'])(
  'the sender learns nothing if the %s shows no read marks',
  async (side) => {
    const [anna, bram] = await pair();
    const hiding = side === 'recipient' ? bram : anna;
    await sql`update members set read_marks = false where id = ${hiding.id}`.execute(site.db);
    const { id } = voiceOf((await send(anna, bram, await recording())).body.message);
    const before = await newest(anna, bram);
    expect(voiceOf((await bram.call('voiceListened', { body: { voice: id } })).body.message).listened).toBe(
      true,
    );
    expect(await newest(anna, bram)).toEqual(before);
    expect(voiceOf(await newest(bram, anna)).listened).toBe(true);
  },
);

test('only the recipient can mark a voice message as listened to', async () => {
  const [anna, bram] = await pair();
  const carl = await site.person();
  const { id } = voiceOf((await send(anna, bram, await recording())).body.message);
  for (const who of [anna, carl])
    expect((await who.call('voiceListened', { body: { voice: id } })).status).toBe(404);
  expect((await bram.call('answerImage', { body: { image: id, show: false } })).status).toBe(404);
  expect(voiceOf(await newest(bram, anna)).listened).toBeUndefined();
});

test('a complaint keeps the recording as evidence after its message is deleted', async () => {
  const [anna, bram] = await pair();
  const message = (await send(anna, bram, await recording())).body.message;
  const { body } = await bram.call('complaint', {
    body: { profile: anna.id, message: message.id, category: 'harassment', text: 'Listen to this' },
  });
  await anna.call('deleteMessage', { body: { message: message.id } });
  await sql`update chat_images set created_at = created_at - interval '2 hours'`.execute(site.db);
  await site.site.app.jobs.add(site.db, 'delete-unsent-images', {});
  await site.runDueJobs();
  const moderator = await site.person();
  await sql`update members set roles = '{moderator}' where id = ${moderator.id}`.execute(site.db);
  const file = (await moderator.call('adminComplaint', { query: { id: body.id } })).body;
  const reported = must(
    file.messages.find(({ subject }) => subject),
    'reported message',
  );
  expect([reported.kind, reported.voice?.waveform, file.pictures]).toEqual(['voice', WAVEFORM, []]);
  const address = must(reported.voice, 'recording of the evidence').filename;
  expect((await load(moderator, address)).headers.get('content-type')).toBe('audio/mp4');
  expect((await load(bram, address)).status).toBe(404);
});

test('a member’s export has their recordings, without when they were listened to', async () => {
  const [anna, bram] = await pair();
  const { id } = voiceOf((await send(anna, bram, await recording())).body.message);
  await bram.call('voiceListened', { body: { voice: id } });
  const files = await exportFilesOf(site.site.app, anna.id);
  expect(files.map(({ name }) => name)).toContain(`chat_images/${id}.mp4`);
  const rows = must(
    files.find(({ name }) => name === 'chat_images.json'),
    'rows of chat images',
  );
  expect(String(Buffer.from(await rows.content()))).not.toContain('listened');
});
