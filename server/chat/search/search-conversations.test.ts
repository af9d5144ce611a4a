import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChatSite, type ChatSite, type Person } from '#support/chat-site.ts';
import { one } from '../../platform/database/index.ts';

let site: ChatSite;
beforeAll(async () => void (site = await startChatSite()));
afterAll(() => site.close());

const search = async (who: Person, text: string, cursor?: string) =>
  (await who.call('searchChats', { body: { text, ...(cursor === undefined ? {} : { cursor }) } })).body;
const texts = async (who: Person, text: string) =>
  (await search(who, text)).messages.map((hit: { text: string }) => hit.text);
const pair = async () =>
  [
    await site.person({ premium: true, credits: 200 }),
    await site.person({ premium: true, credits: 200 }),
  ] as const;

async function say(conversation: number, sender: Person, bodies: string[]) {
  await sql`
    insert into messages (conversation_id, sender_id, client_id, kind, body)
      select ${conversation}, ${sender.id}, gen_random_uuid(), 'text', body from unnest(${bodies}::text[]) with ordinality t (body, n) order by n`.execute(
    site.db,
  );
  await sql`
    update participants p set last_message_id = m.id from (select max(id) as id from messages where conversation_id = ${conversation}) m
      where p.conversation_id = ${conversation}`.execute(site.db);
}

test('finds people by name and messages by words, with the position of each match, in own conversations only', async () => {
  const [anna, bram] = await pair();
  const [cleo, stranger] = await pair();
  await anna.say(bram, 'Zullen we naar het Café gaan?');
  await bram.say(anna, 'Het cafe bij de gracht, graag!');
  await anna.say(cleo, 'Ken jij een goed CAFÉ?');
  await stranger.say(cleo, 'Ik zit in een café');

  const { people, messages, next } = await search(anna, 'cafe');
  expect(people).toEqual([]);
  expect(messages.map(({ profile, text }: any) => [profile.id, text])).toEqual([
    [cleo.id, 'Ken jij een goed CAFÉ?'],
    [bram.id, 'Het cafe bij de gracht, graag!'],
    [bram.id, 'Zullen we naar het Café gaan?'],
  ]);
  expect(
    messages.map(({ text, hits }: any) => hits.map(({ start, end }: any) => text.slice(start, end))),
  ).toEqual([['CAFÉ'], ['cafe'], ['Café']]);
  expect(next).toBeNull();
  expect(await texts(anna, 'gracht cafe')).toEqual(['Het cafe bij de gracht, graag!']);
  expect(await texts(anna, 'zit')).toEqual([]);

  const named = await search(anna, bram.name.toUpperCase());
  expect(named.people).toEqual([
    { conversation: expect.any(Number), profile: expect.objectContaining({ id: bram.id }) },
  ]);
  expect((await search(anna, stranger.name)).people).toEqual([]);
  // Characters with a meaning in patterns are plain text.
  expect(await texts(anna, '.*')).toEqual([]);
  expect(await texts(anna, 'gaan?')).toEqual(['Zullen we naar het Café gaan?']);
  expect(await search(anna, ' a ')).toEqual({ people: [], messages: [], next: null });
});

test('finds nothing that is deleted, removed, blocked, past the retention, or of a closed account', async () => {
  const anna = await site.person({ premium: true, credits: 200 });
  const others = await Promise.all(
    Array.from({ length: 6 }, () => site.person({ premium: true, credits: 9 })),
  );
  const sent = await Promise.all(others.map((other) => anna.say(other, 'a secret word')));
  const conversation = (i: number) => sent[i]!.body.conversation.id;
  const found = async () =>
    (await search(anna, 'secret')).messages.map(({ profile }: any) => profile.id).toSorted();
  expect(await found()).toEqual(others.map(({ id }) => id).toSorted());

  await anna.call('deleteMessage', { body: { message: sent[0]!.body.message.id } });
  await anna.call('deleteChat', { body: { conversation: conversation(1) } });
  await others[2]!.call('block', { body: { profile: anna.id } });
  await sql`update messages set created_at = app_now() - interval '181 days' where conversation_id = ${conversation(3)}`.execute(
    site.db,
  );
  await sql`with closed as (update members set status = 'banned' where id = ${others[4]!.id} returning id)
    update profiles set status = 'disabled' where id in (select id from closed)`.execute(site.db);
  expect(await found()).toEqual([others[5]!.id]);
  expect((await search(anna, others[4]!.name)).people).toEqual([]);

  // A removed conversation that a new message reopens is found again, without the messages before its
  // removal.
  await others[1]!.say(anna, 'another secret');
  expect(await texts(anna, 'secret')).toEqual(['another secret', 'a secret word']);
  expect(await texts(others[1]!, 'secret')).toEqual(['another secret', 'a secret word']);
});

test('pages without gaps or repeats, with bounded work per page', async () => {
  const [anna, bram] = await pair();
  const cleo = await site.person();
  const long = (await anna.say(bram, 'begin')).body.conversation.id;
  await anna.say(cleo, 'needle in the short one');
  await say(
    long,
    bram,
    Array.from({ length: 7000 }, (_, i) => (i % 400 === 0 ? `needle ${i}` : `hay ${i}`)),
  );
  const seen: string[] = [];
  let pages = 0;
  for (let cursor: string | undefined; pages === 0 || cursor; pages++) {
    const { messages, next } = await search(anna, 'needle', cursor);
    // Few matches among many messages: the page ends before it is full.
    if (pages === 0) expect([messages.length < 18, next !== null]).toEqual([true, true]);
    seen.push(...messages.map(({ text }: { text: string }) => text));
    if (pages === 0) await say(long, anna, ['needle, said meanwhile']);
    cursor = next ?? undefined;
  }
  expect(seen).toEqual([
    ...Array.from({ length: 18 }, (_, i) => `needle ${(17 - i) * 400}`),
    'needle in the short one',
  ]);
  expect((await anna.call('searchChats', { body: { text: 'needle', cursor: 'x' } })).status).toBe(400);
  // PostgreSQL text cannot contain a NUL, so it separates words like a space.
  const parted = await search(anna, 'said\u0000needle');
  expect(parted).toEqual(await search(anna, 'said needle'));
  expect(parted.messages.map(({ text }: { text: string }) => text)).toEqual(['needle, said meanwhile']);
});

test('opens the conversation from a search result back to its message, with a page before it', async () => {
  const [anna, bram] = await pair();
  const { body } = await anna.say(bram, 'the first');
  const conversation = body.conversation.id;
  await say(
    conversation,
    bram,
    Array.from({ length: 1200 }, (_, i) => `line ${i}`),
  );
  const row = await one(
    sql<{
      id: number;
    }>`select id from messages where conversation_id = ${conversation} and body = 'line 100'`.execute(
      site.db,
    ),
  );
  const open = async (query: { to?: number; before?: number }) =>
    (await anna.call('chat', { query: { conversation, ...query } })).body;
  const to = row.id;
  const first = await open({ to });
  expect([first.messages.length, first.has_more, first.messages[0]!.text]).toEqual([1000, true, 'line 200']);
  const second = await open({ to, before: first.messages[0]!.id });
  expect([second.messages.length, second.has_more, second.messages[0]!.text]).toEqual([150, true, 'line 50']);
  const rest = await open({ before: second.messages[0]!.id });
  expect([rest.messages.length, rest.has_more]).toEqual([50, true]);
  expect((await open({ before: rest.messages[0]!.id })).messages.map(({ text }) => text)).toEqual([
    'the first',
  ]);
});

test('keeps search words out of URLs, and lets visitors find nothing', async () => {
  const answer = await fetch(`${site.origin}/api/chat-search.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: randomUUID() }),
  });
  expect(answer.status).toBe(403);
});
