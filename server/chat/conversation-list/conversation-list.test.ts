import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { CallQuery } from '#contract/calls.ts';
import { type Client, testApp } from '#support/app.ts';
import { plant, plantSite } from '#support/members.ts';
import { operatorWith } from '#support/office/office-work.ts';

const site = testApp();
const OTHER = 'other.example.test';
let moderator: Client;

interface Begun {
  low?: number;
  high?: number;
  ago?: string;
  lastAgo?: string;
  sent?: [low: number, high: number];
  request?: string | null;
}

/** Stores a conversation with what each side sent, as it is some time after it began. */
async function begun({
  low,
  high,
  ago = '2 days',
  lastAgo = '2 days',
  sent = [1, 2],
  request = null,
}: Begun = {}): Promise<number> {
  const [one, two] = [low ?? (await plant(site)), high ?? (await plant(site))];
  const { rows } = await sql<{ id: number }>`
    insert into conversations (member_low, member_high, created_at, last_message_at)
    values (${one}, ${two}, app_now() - ${ago}::interval, app_now() - ${lastAgo}::interval) returning id`.execute(
    site.db,
  );
  const id = rows[0]!.id;
  await sql`
    insert into participants (member_id, conversation_id, other_id, messages_sent, request, last_excerpt)
    values (${one}, ${id}, ${two}, ${sent[0]}, null, 'Secret words'), (${two}, ${id}, ${one}, ${sent[1]}, ${request}, 'Secret words')`.execute(
    site.db,
  );
  await sql`
    insert into messages (conversation_id, sender_id, client_id, kind, body) values (${id}, ${one}, ${randomUUID()}, 'text', 'Secret words')`.execute(
    site.db,
  );
  return id;
}

async function complaint(reporter: number, about: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into complaints (reporter_id, profile_id, category, body, host) values (${reporter}, ${about}, 'spam', 'Secret', '*') returning id`.execute(
    site.db,
  );
  return rows[0]!.id;
}

async function fictional(): Promise<number> {
  const id = await plant(site);
  await sql`update profiles set kind = 'fictional' where id = ${id}`.execute(site.db);
  return id;
}

type Search = NonNullable<CallQuery<'adminConversationList'>>;

/** The ids of the whole list, page by page. */
async function idsOf(query: Search, client = moderator): Promise<number[]> {
  const { conversations, next } = await client.must('adminConversationList', { query });
  const ids = conversations.map(({ id }) => id);
  return next ? [...ids, ...(await idsOf({ ...query, cursor: next }, client))] : ids;
}

const rowOf = async (member: number) =>
  (await moderator.must('adminConversationList', { query: { member: String(member) } })).conversations[0];

const fileOf = async (query: CallQuery<'adminConversationsFile'>, client = moderator): Promise<string[]> =>
  String(await client.must('adminConversationsFile', { query }))
    .trim()
    .split('\n');

beforeAll(async () => {
  moderator = await operatorWith(site, 'moderator');
  await plantSite(site, OTHER, 'Other');
});

test('filters by kind, report, site, start, last message and member', async () => {
  const usual = await begun();
  const [low, high] = [await plant(site), await plant(site)];
  const [elsewhere, neighbour] = [await plant(site, { host: OTHER }), await plant(site, { host: OTHER })];
  const found: [Search, number][] = [
    [{ kind: 'fictional' }, await begun({ low: await fictional() })],
    [{ complaint: 'yes' }, await begun({ low, high })],
    [{ site: OTHER }, await begun({ low: elsewhere, high: neighbour })],
    [{ age: 'under_day' }, await begun({ ago: '23 hours', lastAgo: '2 days' })],
    [{ age: 'over_month' }, await begun({ ago: '31 days' })],
    [{ silence: 'under_day' }, await begun({ lastAgo: '1 hour' })],
    [{ silence: 'over_week' }, await begun({ lastAgo: '8 days' })],
  ];
  await complaint(high, low);
  const all = await idsOf({});
  expect(all).toContain(usual);
  for (const [search, id] of found) {
    expect(await idsOf(search), JSON.stringify(search)).toEqual([id]);
    expect(all).toContain(id);
  }
  expect(await idsOf({ kind: 'members' })).toEqual(all.filter((id) => id !== found[0]?.[1]));
  expect(await idsOf({ member: String(low) })).toEqual([found[1]?.[1]]);
  expect(await idsOf({ member: String(high), kind: 'fictional' })).toEqual([]);
});

test('shows who writes to whom, but no words, and records each row', async () => {
  const [low, high] = [await plant(site, { name: 'Lower' }), await plant(site, { name: 'Higher' })];
  const id = await begun({ low, high });
  await complaint(low, high);
  const newest = await complaint(high, low);
  const { conversations } = await moderator.must('adminConversationList', {
    query: { member: String(high) },
  });
  expect(conversations).toMatchObject([
    {
      id,
      member: { id: low, name: 'Lower' },
      other: { id: high, name: 'Higher' },
      kind: 'members',
      state: 'mutual',
      messages: 3,
      complaint: newest,
      site: '*',
    },
  ]);
  expect(JSON.stringify(conversations)).not.toContain('Secret');
  const { rows } = await sql`
    select from audit_log where action = 'conversation.list' and operator_id = ${moderator.memberId} and member_id = ${low} and object = ${String(id)}`.execute(
    site.db,
  );
  expect(rows).toHaveLength(1);
});

test('tells requests, refused ones and those without an answer apart, and names the member before the profile', async () => {
  const states = [];
  for (const about of [
    { sent: [1, 0], request: 'waiting' },
    { sent: [1, 0], request: 'declined' },
    { sent: [4, 0] },
    { sent: [1, 1], request: 'accepted' },
  ] satisfies Begun[]) {
    const low = await plant(site);
    await begun({ low, ...about });
    states.push((await rowOf(low))?.state);
  }
  expect(states).toEqual(['request', 'declined', 'unanswered', 'mutual']);
  const [low, high] = [await fictional(), await plant(site, { name: 'Real' })];
  await begun({ low, high });
  expect(await rowOf(low)).toMatchObject({
    member: { id: high, name: 'Real' },
    other: { id: low },
    kind: 'fictional',
  });
});

test('lists every conversation once over many pages, in each order', async () => {
  const low = await plant(site);
  const oldest: number[] = [];
  for (let n = 0; n < 65; n++) oldest.push(await begun({ low }));
  expect(await idsOf({ member: String(low), sort: 'oldest' })).toEqual(oldest);
  expect(await idsOf({ member: String(low) })).toEqual(oldest.toReversed());
});

test('shows operators of a site only conversations whose members all belong to it', async () => {
  const limited = await operatorWith(site, 'moderator');
  await sql`update members set office_sites = ${[OTHER]} where id = ${limited.memberId}`.execute(site.db);
  const [usual, mine, neighbour] = [
    await plant(site),
    await plant(site, { host: OTHER }),
    await plant(site, { host: OTHER }),
  ];
  await begun({ low: usual, high: mine });
  const between = await begun({ low: mine, high: neighbour });
  const written = await begun({ low: mine, high: await fictional() });
  expect(await idsOf({ member: String(mine) }, limited)).toEqual([written, between]);
  expect(await idsOf({ member: String(usual) }, limited)).toEqual([]);
  expect(await idsOf({ site: '*' }, limited)).toEqual([]);
  expect(await fileOf({ member: String(mine), columns: 'id' }, limited)).toEqual([
    'id',
    String(written),
    String(between),
  ]);
});

test('writes exactly the filtered rows to a file without names and words, and records the filters', async () => {
  const [low, high] = [await plant(site, { name: 'Nameless' }), await plant(site)];
  const id = await begun({ low, high });
  const query = {
    member: String(low),
    sort: 'oldest',
    columns: 'id,member,other,messages,nonsense',
  } as const;
  expect(await fileOf(query)).toEqual(['member,other,messages,id', `${low},${high},3,${id}`]);
  expect((await fileOf({ member: String(low) })).join()).not.toMatch(/Nameless|Secret/);
  const { rows } = await sql<{ details: object }>`
    select details from audit_log where action = 'conversation.export' and operator_id = ${moderator.memberId} and details ? 'sort'`.execute(
    site.db,
  );
  expect(rows.map(({ details }) => details)).toEqual([query]);
});

test('refuses roles that do not moderate', async () => {
  for (const role of ['support', 'writer', 'supervisor', 'finance', 'editor'] as const) {
    const operator = await operatorWith(site, role);
    expect((await operator.call('adminConversationList')).status, role).toBe(403);
    expect((await operator.call('adminConversationsFile')).status, role).toBe(403);
  }
});
