import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { browserOf, plant, plantWithBrowser } from '#support/members.ts';
import { storeMessages } from '../chat/store-messages.ts';

const app = testApp();
const rowsOf = async (text: ReturnType<typeof sql>) => (await text.execute(app.db)).rows;

test('deletes the chats and likes of both on a block, and shows the other the sentence for blocked members', async () => {
  const [anna, bram] = [
    await plantWithBrowser(app, { name: 'Anna' }),
    await plantWithBrowser(app, { name: 'Bram', gender: 'male' }),
  ];
  await anna.must('like', { body: { profile: bram.memberId } });
  await bram.must('like', { body: { profile: anna.memberId } });
  const { conversation } = await bram.must('send', {
    body: { profile: anna.memberId, client_id: randomUUID(), text: 'Hi' },
  });
  expect(await anna.must('block', { body: { profile: bram.memberId } })).toEqual({ blocked: true });
  expect(await rowsOf(sql`select 1 from likes where ${anna.memberId} in (liker_id, liked_id)`)).toEqual([]);
  expect(await rowsOf(sql`select 1 from conversations where id = ${conversation.id}`)).toEqual([]);
  expect(await rowsOf(sql`select 1 from messages where conversation_id = ${conversation.id}`)).toEqual([]);
  for (const client of [anna, bram]) {
    expect((await client.must('chats')).chats).toEqual([]);
    expect(await client.must('likes')).toMatchObject({ profiles: [], liked_by: [] });
  }
  const profile = await bram.call('member', { query: { id: anna.memberId } });
  expect(profile.status).toBe(403);
  expect(profile.body).toEqual({
    error: 'blocked_by',
    message: "You're blocked by Anna. You do not have access to this page.",
    params: { name: 'Anna' },
  });
  expect(
    (await bram.call('send', { body: { profile: anna.memberId, client_id: randomUUID(), text: 'Hello?' } }))
      .body.error,
  ).toBe('blocked_by');
  expect((await bram.call('like', { body: { profile: anna.memberId } })).body.error).toBe('blocked_by');
});

test('lets the blocker open the profile, see the block and end it; repeats change nothing', async () => {
  const [anna, bram] = [await plantWithBrowser(app), await plantWithBrowser(app, { gender: 'male' })];
  for (let i = 0; i < 2; i++) await anna.must('block', { body: { profile: bram.memberId } });
  expect((await anna.must('member', { query: { id: bram.memberId } })).blocked).toBe(true);
  expect((await anna.must('blocks')).profiles.map(({ id }) => id)).toEqual([bram.memberId]);
  for (let i = 0; i < 2; i++)
    expect(await anna.must('unblock', { body: { profile: bram.memberId } })).toEqual({ blocked: false });
  expect((await bram.call('member', { query: { id: anna.memberId } })).status).toBe(200);
});

test('waits before a block for a first message that is being stored, and deletes it', async () => {
  const [anna, bram] = [await plantWithBrowser(app), await plantWithBrowser(app, { gender: 'male' })];
  const outgoing = {
    sender: bram.memberId,
    conversation: null,
    profile: anna.memberId,
    clientId: randomUUID(),
    kind: 'text' as const,
    text: 'Hi',
    gift: null,
    image: null,
    intimateConfirmed: false,
    replyTo: null,
    prompt: null,
    photo: null,
    likes: false,
    price: 0,
    freeMessages: 5,
    freeConversations: 2,
    ageCountries: '',
    verificationRule: 'off',
  };
  let block: Promise<unknown>;
  await app.db.transaction().execute(async (tx) => {
    const [stored] = await storeMessages(tx, [outgoing]);
    expect(stored!.code).toBeNull();
    block = anna.must('block', { body: { profile: bram.memberId } });
    // A block that does not wait would finish within this time.
    await expect(Promise.race([block, wait(300).then(() => 'waits')])).resolves.toBe('waits');
  });
  await block!;
  expect(await rowsOf(sql`select 1 from messages where sender_id = ${bram.memberId}`)).toEqual([]);
  expect((await anna.must('chats')).chats).toEqual([]);
  expect((await anna.must('user')).unread_messages).toBe(0);
});

test('leaves no like behind after a simultaneous like and block', async () => {
  for (let round = 0; round < 8; round++) {
    const [anna, bram] = [await plantWithBrowser(app), await plantWithBrowser(app, { gender: 'male' })];
    await Promise.all([
      anna.must('block', { body: { profile: bram.memberId } }),
      bram.call('like', { body: { profile: anna.memberId } }),
    ]);
    expect(await rowsOf(sql`select 1 from likes where liker_id = ${bram.memberId}`)).toEqual([]);
  }
});

test('prevents members from blocking themselves or a member they may not see', async () => {
  const anna = await plantWithBrowser(app);
  const hidden = await plant(app, { invisible: true });
  for (const profile of [anna.memberId, hidden, 999_999])
    expect((await anna.call('block', { body: { profile } })).status).toBe(404);
});

test('lists blocks in pages', async () => {
  const anna = await plantWithBrowser(app);
  const blocked: number[] = [];
  for (let i = 0; i < 27; i++) blocked.push(await plant(app));
  for (const profile of blocked) await anna.must('block', { body: { profile } });
  const first = await anna.must('blocks');
  const second = await anna.must('blocks', { query: { cursor: first.next! } });
  expect([...first.profiles, ...second.profiles].map(({ id }) => id)).toEqual(blocked.reverse());
});

test('keeps the evidence of a complaint even if the original is deleted', async () => {
  const [anna, bram] = [
    await plantWithBrowser(app),
    await plantWithBrowser(app, { name: 'Bertus', gender: 'male' }),
  ];
  const { message } = await bram.must('send', {
    body: { profile: anna.memberId, client_id: randomUUID(), text: 'Send me money', words_confirmed: true },
  });
  const { id } = await anna.must('complaint', {
    body: { message: message.id, category: 'spam', text: 'He asks for money' },
  });
  await bram.must('deleteMessage', { body: { message: message.id } });
  const [row] = (await rowsOf(sql`select * from complaints where id = ${id}`)) as {
    profile_id: number;
    evidence: { messages?: unknown };
  }[];
  expect(row!.profile_id).toBe(bram.memberId);
  expect(JSON.stringify(row!.evidence)).toContain('Send me money');
  expect(JSON.stringify(row!.evidence)).toContain('Bertus');
});

test('mails the reporter a receipt', async () => {
  const anna = await app.as('anna');
  const { id } = await anna.must('complaint', { body: { category: 'payment', text: 'Charged twice' } });
  const mails = await app.outbox(anna.email);
  expect(mails.some((mail) => mail.text.includes(String(id)))).toBe(true);
});

test('refuses complaints about messages of other conversations, and about own messages', async () => {
  const [anna, bram, eve] = [
    await plantWithBrowser(app),
    await plantWithBrowser(app, { gender: 'male' }),
    await plantWithBrowser(app),
  ];
  const { message } = await bram.must('send', {
    body: { profile: anna.memberId, client_id: randomUUID(), text: 'Between us' },
  });
  for (const client of [eve, bram, app.visitor()])
    expect(
      (
        await client.call('complaint', {
          body: { message: message.id, category: 'spam', text: 'Look', email: 'eve@example.com' },
        })
      ).status,
    ).toBe(404);
});

test('lets a blocked member complain about the blocker', async () => {
  const [anna, bram] = [await plantWithBrowser(app), await plantWithBrowser(app, { gender: 'male' })];
  await anna.must('block', { body: { profile: bram.memberId } });
  expect(
    (
      await bram.call('complaint', {
        body: { profile: anna.memberId, category: 'harassment', text: 'She threatened me' },
      })
    ).status,
  ).toBe(201);
});

test('lets visitors complain with an address, and reports an empty text or a wrong address by field', async () => {
  const visitor = app.visitor();
  const complaint = { category: 'privacy', text: 'My picture is used here' };
  expect((await visitor.call('complaint', { body: complaint })).body.fields).toEqual({ email: 'required' });
  expect((await visitor.call('complaint', { body: { ...complaint, email: 'nobody' } })).body.fields).toEqual({
    email: 'email_invalid',
  });
  expect(
    (await visitor.call('complaint', { body: { ...complaint, text: '  ', email: 'a@example.com' } })).body
      .fields,
  ).toEqual({ text: 'required' });
  expect((await visitor.call('complaint', { body: { ...complaint, email: 'a@example.com' } })).status).toBe(
    201,
  );
});

test('sends no notice about a block, and removes only the blocker from the lists of the blocked member', async () => {
  const [anna, bram, carla] = [
    await plantWithBrowser(app, { country: 'NO' }),
    await plantWithBrowser(app, { country: 'NO', gender: 'male' }),
    await plant(app, { country: 'NO' }),
  ];
  await anna.must('block', { body: { profile: bram.memberId } });
  const { results } = await (
    await browserOf(app, bram.memberId)
  ).must('members', { query: { country: 'NO', gender: 'female' } });
  expect(results.map(({ id }) => id)).toEqual([carla]);
});
