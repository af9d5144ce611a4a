import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChatSite, type ChatSite, type Person } from '#support/chat-site.ts';
import { picture } from '#support/pictures.ts';

let site: ChatSite;
beforeAll(async () => void (site = await startChatSite()));
afterAll(async () => {
  await site.ledgerAddsUp();
  await site.close();
});

const open = (who: Person, other: Person, before?: number) =>
  who.call('chat', { query: { profile: other.id, before } });
const list = async (who: Person) => (await who.call('chats')).body.chats;

test('returns the card and the prices, but no conversation, without messages', async () => {
  const [anna, marit] = [await site.person(), await site.person({ kind: 'fictional' })];
  const { status, body } = await open(anna, marit);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    conversation: null,
    messages: [],
    has_more: false,
    hidden_older: false,
    blocked: false,
    can_reply: true,
    fictional_acknowledged: false,
    price: { text: 1, image: 2, gift: 5, free_messages_left: 5 },
  });
  expect(body.profile).toMatchObject({ id: marit.id, name: marit.name, kind: 'fictional' });
});

test('resets the unread count when a conversation is opened, and raises it with a message', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  await anna.say(bram, 'one');
  await anna.say(bram, 'two');
  expect(await list(bram)).toMatchObject([
    {
      num_unread_messages: 2,
      profile: { id: anna.id },
      last_message: { text: 'two', sender: anna.id, kind: 'text' },
    },
  ]);
  expect((await bram.call('user')).body.unread_messages).toBe(2);
  const { body } = await open(bram, anna);
  expect(body.messages.map(({ text }) => text)).toEqual(['one', 'two']);
  expect((await list(bram))[0]!.num_unread_messages).toBe(0);
  await anna.say(bram, 'three');
  expect((await list(bram))[0]!.num_unread_messages).toBe(1);
  expect((await list(anna))[0]!.num_unread_messages).toBe(0);
});

test('pages by fifty back to the first message, oldest first within a page', async () => {
  const [anna, bram] = [await site.person({ credits: 200, premium: true }), await site.person()];
  // Sent one after the other, as the outbox does: concurrent requests have no guaranteed order.
  for (let i = 0; i < 120; i++) await anna.say(bram, `${i}`);
  const texts: string[] = [];
  for (let before: number | undefined, more = true; more;) {
    const { body } = await open(bram, anna, before);
    expect(body.messages.length).toBeLessThanOrEqual(50);
    texts.unshift(...body.messages.map(({ text }) => text!));
    before = body.messages[0]!.id;
    more = body.has_more;
  }
  expect(texts).toEqual(Array.from({ length: 120 }, (_, i) => `${i}`));
});

test('shows read receipts to premium members only, and a message’s cost to its sender only', async () => {
  const [anna, bram] = [await site.person({ premium: true, credits: 5 }), await site.person()];
  await anna.say(bram, 'hi');
  await bram.say(anna, 'hello');
  expect((await open(anna, bram)).body.messages[0]).toMatchObject({ read: false, credits: 0 });
  const seenByBram = (await open(bram, anna)).body.messages;
  expect(seenByBram[0]).not.toHaveProperty('credits');
  expect(seenByBram[0]).not.toHaveProperty('client_id');
  expect(seenByBram[1]).not.toHaveProperty('read');
  expect((await open(anna, bram)).body.messages[0]!.read).toBe(true);
});

test('hides a removed conversation for that member only, and reopens it empty with a new message', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const { body } = await anna.say(bram, 'old');
  const conversation = body.conversation.id;
  expect((await bram.call('deleteChat', { body: { conversation } })).body).toEqual({ ok: true });
  expect((await bram.call('deleteChat', { body: { conversation } })).status).toBe(200);
  expect(await list(bram)).toEqual([]);
  expect((await open(bram, anna)).body.messages).toEqual([]);
  expect((await open(anna, bram)).body.messages).toHaveLength(1);
  await anna.say(bram, 'new');
  expect((await list(bram))[0]).toMatchObject({ num_unread_messages: 1, last_message: { text: 'new' } });
  expect((await open(bram, anna)).body.messages.map(({ text }) => text)).toEqual(['new']);
  expect((await bram.call('deleteChat', { body: { conversation: 999_999 } })).status).toBe(404);
});

test('removes the member’s own like and conversation when unmatching, keeps the other’s, and blocks nobody', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  for (const [from, to] of [
    [anna, bram],
    [bram, anna],
  ] as const)
    await from.call('like', { body: { profile: to.id } });
  await bram.say(anna, 'hello');
  const opened = await open(anna, bram);
  expect(opened.body.profile.liked, 'the menu offers to unlike').toBe(true);
  await anna.call('unlike', { body: { profile: bram.id } });
  await anna.call('deleteChat', { body: { conversation: opened.body.conversation!.id } });
  expect((await open(anna, bram)).body.profile.liked).toBe(false);
  expect(await list(anna)).toEqual([]);
  expect(await list(bram)).toHaveLength(1);
  expect((await open(bram, anna)).body).toMatchObject({
    blocked: false,
    can_reply: true,
    profile: { liked: true },
  });
});

test('leaves a tombstone for both after a deletion by the sender, without a refund', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const sent = await anna.say(bram, 'regret');
  const message = sent.body.message.id;
  expect((await bram.call('deleteMessage', { body: { message } })).status).toBe(404);
  expect((await anna.call('deleteMessage', { body: { message } })).status).toBe(200);
  for (const [who, other] of [
    [anna, bram],
    [bram, anna],
  ] as const) {
    expect((await open(who, other)).body.messages).toMatchObject([
      { id: message, kind: 'deleted', text: null },
    ]);
    expect((await list(who))[0]!.last_message).toMatchObject({ kind: 'deleted', text: null });
  }
});

test('shows messages changed by another process immediately, and never serves text cached for one side to the other', async () => {
  const [anna, bram] = [await site.person({ premium: true, credits: 50 }), await site.person()];
  const said = (await anna.say(bram, 'for a moment')).body.message.id;
  for (const who of [anna, bram])
    expect((await open(who, who === anna ? bram : anna)).body.messages).toMatchObject([
      { text: 'for a moment' },
    ]);
  const [own, others] = [
    (await open(anna, bram)).body.messages[0]!,
    (await open(bram, anna)).body.messages[0]!,
  ];
  expect(own).toMatchObject({ credits: expect.any(Number), client_id: expect.any(String), read: true });
  expect(Object.keys(others)).not.toEqual(expect.arrayContaining(['credits']));
  expect(others).not.toHaveProperty('client_id');
  expect(others).not.toHaveProperty('read');
  // Another process would write the row in this way, without an event to this one.
  await sql`update messages set kind = 'deleted', body = null, revision = revision + 1 where id = ${said}`.execute(
    site.db,
  );
  for (const who of [anna, bram])
    expect((await open(who, who === anna ? bram : anna)).body.messages).toMatchObject([
      { id: said, kind: 'deleted', text: null },
    ]);
  await sql`delete from messages where id = ${said}`.execute(site.db);
  expect((await open(anna, bram)).body.messages).toEqual([]);
});

test('caches pages per side without read receipts, and separately once a message is read', async () => {
  const [anna, bram, carla] = [
    await site.person(),
    await site.person(),
    await site.person({ premium: true, credits: 50 }),
  ];
  await anna.say(bram, 'hello');
  for (const _time of ['first', 'again']) {
    expect((await open(anna, bram)).body.messages[0]).toHaveProperty('client_id');
    expect((await open(bram, anna)).body.messages[0]).not.toHaveProperty('client_id');
  }
  await carla.say(anna, 'hello');
  for (const _time of ['first', 'again'])
    expect((await open(carla, anna)).body.messages[0]).toMatchObject({ read: false });
  await open(anna, carla);
  expect((await open(carla, anna)).body.messages[0]).toMatchObject({ read: true });
});

test('hides messages older than the retention setting with a notice, then deletes them', async () => {
  const [anna, bram] = [await site.person(), await site.person()];
  const { body } = await anna.say(bram, 'long ago');
  await anna.say(bram, 'today');
  const id = body.conversation.id;
  await sql`update messages set created_at = app_now() - interval '182 days' where conversation_id = ${id} and body = 'long ago'`.execute(
    site.db,
  );
  await sql`update conversations set created_at = created_at - interval '182 days' where id = ${id}`.execute(
    site.db,
  );
  const seen = (await open(bram, anna)).body;
  expect(seen.messages.map(({ text }) => text)).toEqual(['today']);
  expect(seen.hidden_older).toBe(true);
  await (
    site.site.jobHandlers['delete-old-messages'] as (payload: unknown, context: unknown) => Promise<void>
  )({}, { signal: new AbortController().signal });
  expect(
    await site.db.selectFrom('messages').select('body').where('conversation_id', '=', id).execute(),
  ).toEqual([{ body: 'today' }]);
  expect((await open(bram, anna)).body.hidden_older).toBe(true);
});

test('answers 404 to reading, typing, writing or deleting in somebody else’s conversation', async () => {
  const [anna, bram, eve] = [await site.person(), await site.person(), await site.person()];
  const { body } = await anna.say(bram, 'private');
  const conversation = body.conversation.id;
  const answers = await Promise.all([
    eve.call('chat', { query: { conversation: conversation } }),
    eve.call('typing', { body: { conversation } }),
    eve.call('send', { body: { conversation, client_id: randomUUID(), text: 'let me in' } }),
    eve.call('deleteChat', { body: { conversation } }),
    eve.call('deleteMessage', { body: { message: body.message.id } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  const visitor = await fetch(`${site.origin}/api/chat.php?conversation=${conversation}`);
  expect([visitor.status, ((await visitor.json()) as { error: string }).error]).toEqual([
    403,
    'authentication_required',
  ]);
});

test('lists conversations in pages of a hundred, newest first, without gaps or repeats', async () => {
  const anna = await site.person({ premium: true });
  const others = await Promise.all(Array.from({ length: 130 }, () => site.person({ premium: true })));
  for (let i = 0; i < others.length; i += 26)
    await Promise.all(others.slice(i, i + 26).map((other) => other.say(anna, 'hi')));
  await sql`with closed as (update members set status = 'banned' where id = ${others[50]!.id} returning id)
    update profiles set status = 'disabled' where id in (select id from closed)`.execute(site.db);
  const first = (await anna.call('chats')).body;
  const second = (await anna.call('chats', { query: { cursor: first.next } })).body;
  const ids = [...first.chats, ...second.chats].map(({ profile }) => profile.id);
  expect(ids).toHaveLength(129);
  expect(new Set(ids)).toHaveLength(129);
  expect(second.next).toBeNull();
  const messages = [...first.chats, ...second.chats].map(({ last_message }) => last_message!.id);
  expect(messages).toEqual(messages.toSorted((a, b) => b - a));
});

test('omits last messages older than the retention, and escapes typed text', async () => {
  const [anna, bram, chris] = [
    await site.person({ premium: true }),
    await site.person({ premium: true }),
    await site.person({ premium: true }),
  ];
  const typed = 'a "quote",\ta tab,\na line \\ and 💋';
  await bram.say(anna, typed);
  await chris.say(anna, 'long ago');
  await sql`update participants set last_sent_at = app_now() - interval '10 years' where member_id = ${anna.id} and other_id = ${chris.id}`.execute(
    site.db,
  );
  const { chats } = (await anna.call('chats')).body;
  expect(chats.map(({ profile, last_message }) => [profile.id, last_message?.text ?? null])).toEqual([
    [chris.id, null],
    [bram.id, typed],
  ]);
});

test('charges an image once, shows it to the two members only, and not to the recipient while it is under inspection', async () => {
  const [anna, bram, eve] = [await site.person({ credits: 10 }), await site.person(), await site.person()];
  const noise = await sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer();
  const blank = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  const send = (content: Buffer, client_id = randomUUID()) =>
    anna.call('send', { body: { profile: bram.id, client_id }, file: { content } });
  const client_id = randomUUID();
  const [first, again] = await Promise.all([send(noise, client_id), send(noise, client_id)]);
  expect([first.status, again.status, first.body.credits]).toEqual([201, 201, 8]);
  expect(again.body.message.id).toBe(first.body.message.id);
  expect(first.body.message.image).toMatchObject({ status: 'active', width: 400, height: 300 });

  const address = (await open(bram, anna)).body.messages[0]!.image!.thumb_filename;
  const status = async (who: Person | null) =>
    (await fetch(site.origin + address, { headers: who ? { cookie: who.cookie } : {} })).status;
  expect([await status(anna), await status(bram), await status(eve), await status(null)]).toEqual([
    200, 200, 404, 404,
  ]);
  expect(
    (await fetch(site.origin + address!.replace(/s=.*/, 's=forged'), { headers: { cookie: bram.cookie } }))
      .status,
  ).toBe(404);

  const flagged = await send(blank);
  expect(flagged.body.message.image!.status).toBe('inspecting');
  expect(flagged.body.message.image!.filename).not.toBeNull();
  expect((await open(bram, anna)).body.messages[1]!.image).toMatchObject({
    filename: null,
    thumb_filename: null,
    status: 'inspecting',
  });

  const text = await send(Buffer.from('not a photo at all'));
  expect([text.status, text.body.error]).toEqual([422, 'photo_unsupported']);
  expect(await site.credits(anna)).toBe(6);
});

test('sends a picture with words as one message at the price of a picture', async () => {
  const [anna, bram] = [await site.person({ credits: 10, premium: true }), await site.person()];
  const content = await picture().jpeg().toBuffer();
  const send = (text: string) =>
    anna.call('send', { body: { profile: bram.id, client_id: randomUUID(), text }, file: { content } });
  const sent = await send('  The view from here ');
  expect(sent.body).toMatchObject({
    credits: 8,
    message: { kind: 'image', text: 'The view from here', image: { status: 'active' }, credits: 2 },
  });
  const { messages } = (await open(bram, anna)).body;
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatchObject({ kind: 'image', text: 'The view from here' });
  expect((await bram.call('chats')).body.chats[0]?.last_message).toMatchObject({
    kind: 'image',
    text: 'The view from here',
  });
  expect((await bram.call('searchChats', { body: { text: 'view' } })).body.messages).toMatchObject([
    { message: sent.body.message.id, text: 'The view from here' },
  ]);
  expect(
    (await bram.say(anna, 'Lovely', { reply_to: sent.body.message.id })).body.message.quote,
  ).toMatchObject({
    kind: 'image',
    text: 'The view from here',
  });

  // The words obey the rules of a text; empty ones are none.
  expect((await send('x'.repeat(1001))).body).toMatchObject({ error: 'message_too_long' });
  expect((await send(' \n ')).body.message).toMatchObject({ kind: 'image', text: null });
  expect(await site.credits(anna)).toBe(6);
  await anna.call('deleteMessage', { body: { message: sent.body.message.id } });
  expect((await open(bram, anna)).body.messages[0]).toMatchObject({ kind: 'deleted', text: null });
});

test('offers gifts with prices, and icebreakers that match interests, language and name', async () => {
  const anna = await site.person({ interests: ['wine', 'hiking'], language: 'nl' });
  const bram = await site.person({ interests: ['coffee', 'hiking'] });
  const { gifts } = (await anna.call('gifts')).body;
  expect(gifts.length).toBeGreaterThan(5);
  expect(gifts[0]).toEqual({ id: 'rose', credits: 5 });
  const { body } = await anna.call('icebreakers', { query: { profile: bram.id } });
  expect(body.credits).toBe(1);
  expect(body.icebreakers).toHaveLength(6);
  expect(body.icebreakers[0]).toEqual({
    id: 'about.hiking',
    text: `Je houdt van wandelen, ${bram.name}. Welke route moet ik echt een keer doen?`,
  });
  const german = await anna.call('icebreakers', { query: { profile: bram.id, language: 'de' } });
  expect(german.body.icebreakers[0]!.id).toBe('about.hiking');
  expect(german.body.icebreakers[0]!.text).not.toBe(body.icebreakers[0]!.text);
});
