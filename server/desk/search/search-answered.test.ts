import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { CallBody } from '#contract/calls.ts';
import { purgeDue } from '#server/membership/deletion/purge-due.ts';
import { testApp, type Client } from '#support/app.ts';
import { browserOf, plant, plantConversation, plantSite } from '#support/members.ts';
import { answerOf, plantWriter, writeToProfile } from '#support/office/desk.ts';
import { operatorWith } from '#support/office/office-work.ts';

const app = testApp();
const OTHER = 'other.example';
let supervisor: Client;
let writer: Client;
let mira: number;
let nora: number;
let members = 0;

beforeAll(async () => {
  await plantSite(app, OTHER);
  supervisor = await operatorWith(app, 'supervisor');
  [mira, nora] = [
    await plant(app, { name: 'Mira', kind: 'fictional' }),
    await plant(app, { name: 'Noor', kind: 'fictional' }),
  ];
});
beforeEach(async () => {
  writer = await plantWriter(app, `Writer${++members}`);
});

const search = (operator: Client, body: CallBody<'deskSearch'>) => operator.must('deskSearch', { body });
const found = async (operator: Client, text: string, days: { from?: string; until?: string } = {}) =>
  (await search(operator, { text, ...days })).conversations.map(({ row }) => row.conversation);

async function memberOf(options: { host?: string; language?: string } = {}): Promise<Client> {
  const id = await plant(app, { premium: true, ...options });
  await sql`update members set confirmed_at = app_now() where id = ${id}`.execute(app.db);
  return browserOf(app, id);
}

async function operatorOf(roles: string[], sites: readonly string[] | null = null): Promise<Client> {
  const id = await plant(app, { roles });
  await sql`update members set office_sites = ${sites} where id = ${id}`.execute(app.db);
  return browserOf(app, id);
}

/** A conversation that the supervisor has answered, and released. */
async function answered(
  member: Client,
  profile: number,
  [question, answer]: [string, string],
): Promise<number> {
  const conversation = await writeToProfile(member, profile, question);
  await supervisor.must('deskClaim', { body: { conversation } });
  await supervisor.must('deskAnswer', answerOf(conversation, answer));
  await supervisor.must('deskRelease', { body: { conversation } });
  return conversation;
}

test('finds answered conversations by words of one message and by both names, latest answer first', async () => {
  const [anna, bram] = [await memberOf(), await memberOf()];
  await sql`update profiles set name = 'Annelies' where id = ${anna.memberId}`.execute(app.db);
  const first = await answered(anna, mira, ['Ga je vaak naar het Café?', 'Elke vrijdag, lekker dansen.']);
  const second = await answered(bram, nora, ['Dansen is niets voor mij.', 'Dan gaan we naar een cafe.']);
  const waiting = await writeToProfile(await memberOf(), mira, 'Kom je naar het cafe om te dansen?');

  expect(await found(supervisor, 'cafe')).toEqual([second, first]);
  expect(await found(supervisor, 'ANNELÍES')).toEqual([first]);
  expect(await found(supervisor, 'noor')).toEqual([second]);
  expect(await found(supervisor, 'mira annel')).toEqual([first]);
  // A name and words together; all words that are in no name are in one message.
  expect(await found(supervisor, 'noor dansen')).toEqual([second]);
  expect(await found(supervisor, 'mira noor')).toEqual([]);
  expect(await found(supervisor, 'vrijdag dansen')).toEqual([first]);
  expect(await found(supervisor, 'cafe dansen')).toEqual([]);
  // Characters with a meaning in patterns are plain text.
  expect(await found(supervisor, '.*')).toEqual([]);
  expect(await found(supervisor, ' a ')).toEqual([]);
  // A conversation that only waits is at the desk, not here.
  expect(await found(supervisor, '')).toEqual([second, first]);
  expect(await found(supervisor, '')).not.toContain(waiting);

  const { conversations } = await search(supervisor, { text: 'dansen' });
  expect(conversations).toMatchObject([
    {
      row: {
        conversation: second,
        profile: { id: nora },
        member: { id: bram.memberId },
        waiting_since: null,
      },
      found: { by_profile: false, text: 'Dansen is niets voor mij.', hits: [{ start: 0, end: 6 }] },
    },
    { row: { conversation: first }, found: { by_profile: true, hits: [{ start: 21, end: 27 }] } },
  ]);
  expect((await search(supervisor, { text: 'annelies' })).conversations[0]?.found).toBeNull();
});

test('finds conversations by the days of their answers', async () => {
  const member = await memberOf();
  const conversation = await answered(member, mira, ['Zeilen', 'Ja!']);
  const { message } = await member.must('send', {
    body: { conversation, client_id: randomUUID(), text: 'Nog iets?' },
  });
  await sql`update desk_answers set created_at = '2026-11-10 23:30+00' where conversation_id = ${conversation}`.execute(
    app.db,
  );
  // The site's clock is an hour ahead of UTC.
  expect(await found(supervisor, 'zeilen', { from: '2026-11-11', until: '2026-11-11' })).toEqual([
    conversation,
  ]);
  expect(await found(supervisor, 'zeilen', { until: '2026-11-10' })).toEqual([]);
  expect(await found(supervisor, 'zeilen', { from: '2026-11-12' })).toEqual([]);
  expect(await found(supervisor, '', { from: '2026-11-11', until: '2026-11-11' })).toEqual([conversation]);
  expect((await search(supervisor, { text: 'nog iets' })).conversations).toMatchObject([
    {
      row: { conversation, waiting_since: message.created_at },
      answered_at: '2026-11-10T23:30:00.000Z',
      found: { message: message.id },
    },
  ]);
  expect(await supervisor.call('deskSearch', { body: { text: '', from: '2026-02-31' } })).toMatchObject({
    status: 400,
  });
});

test('shows writers only what is in their languages and with their profiles, and supervisors all', async () => {
  const [dutch, german] = [await memberOf({ language: 'nl' }), await memberOf({ language: 'de' })];
  const nlMira = await answered(dutch, mira, ['Bergwandelen', 'Graag']);
  const nlNora = await answered(dutch, nora, ['Bergwandelen', 'Graag']);
  const deMira = await answered(german, mira, ['Bergwandelen', 'Gerne']);
  const all = [deMira, nlNora, nlMira];
  expect(await found(supervisor, 'bergwandelen')).toEqual(all);
  expect(await found(writer, 'bergwandelen')).toEqual(all);
  const change = (languages: ('nl' | 'de')[], profiles: number[], who = writer) =>
    supervisor.must('changeDeskWriter', {
      body: { writer: who.memberId, capacity: null, languages, profiles },
    });
  await change(['nl'], []);
  expect(await found(writer, 'bergwandelen')).toEqual([nlNora, nlMira]);
  await change([], [mira]);
  expect(await found(writer, 'bergwandelen')).toEqual([deMira, nlMira]);
  await change(['de'], [nora]);
  expect(await found(writer, 'bergwandelen')).toEqual([]);
  // A supervisor who also writes leads the desk.
  const both = await operatorOf(['writer', 'supervisor']);
  await change(['de'], [nora], both);
  expect(await found(both, 'bergwandelen')).toEqual(all);
});

test('shows operators only members of their sites', async () => {
  const [here, there] = [await memberOf(), await memberOf({ host: OTHER })];
  const ofDefault = await answered(here, mira, ['Paardrijden', 'Leuk']);
  const ofOther = await answered(there, mira, ['Paardrijden', 'Leuk']);
  expect(await found(writer, 'paardrijden')).toEqual([ofOther, ofDefault]);
  for (const [sites, seen] of [
    [['*'], [ofDefault]],
    [[OTHER], [ofOther]],
  ] as const) {
    for (const role of ['writer', 'supervisor']) {
      const operator = await operatorOf([role], sites);
      expect(await found(operator, 'paardrijden'), role).toEqual(seen);
      for (const conversation of [ofDefault, ofOther])
        expect((await operator.call('deskThread', { query: { conversation } })).status).toBe(
          conversation === seen[0] ? 200 : 404,
        );
    }
  }
});

test('never finds what members write to each other', async () => {
  const [one, other] = [await memberOf(), await memberOf()];
  const conversation = await plantConversation(app, one.memberId, other.memberId);
  const { rows } = await sql<{ id: number }>`
    insert into messages (conversation_id, sender_id, client_id, kind, body)
    values (${conversation}, ${one.memberId}, gen_random_uuid(), 'text', 'Motorrijden') returning id`.execute(
    app.db,
  );
  const noted = () =>
    sql`insert into desk_answers (message_id, operator_id, conversation_id, profile_id)
      values (${rows[0]!.id}, ${supervisor.memberId}, ${conversation}, ${one.memberId}) on conflict do nothing`.execute(
      app.db,
    );
  expect(await found(supervisor, 'motorrijden')).toEqual([]);
  // Not even if a row says that the desk had answered.
  await noted();
  expect(await found(supervisor, 'motorrijden')).toEqual([]);
});

test('finds neither deleted nor expired messages', async () => {
  const member = await memberOf();
  const conversation = await answered(member, mira, ['Klarinetspelen', 'Knap!']);
  const { message } = await member.must('send', {
    body: { conversation, client_id: randomUUID(), text: 'Orgelspelen' },
  });
  expect(await found(supervisor, 'orgelspelen')).toEqual([conversation]);
  await member.must('deleteMessage', { body: { message: message.id } });
  expect(await found(supervisor, 'orgelspelen')).toEqual([]);

  await sql`update messages set created_at = app_now() - interval '181 days'
    where conversation_id = ${conversation} and body = 'Klarinetspelen'`.execute(app.db);
  expect(await found(supervisor, 'klarinetspelen')).toEqual([]);
  expect(await found(supervisor, 'knap!')).toEqual([conversation]);
  // After the last answer has expired there is nothing left to open.
  await sql`update desk_answers set created_at = created_at - interval '181 days' where conversation_id = ${conversation}`.execute(
    app.db,
  );
  expect(await found(supervisor, 'knap!')).toEqual([]);
});

test('finds nothing that the profile’s side of the conversation leaves out', async () => {
  const conversation = await answered(await memberOf(), mira, ['Parapenten', 'Hoog!']);
  const leaveOut = (change: { hidden: boolean; cleared: boolean }) =>
    sql`update participants set hidden = ${change.hidden}, cleared_to_id = case when ${change.cleared} then last_message_id else 0 end
      where conversation_id = ${conversation} and member_id = ${mira}`.execute(app.db);
  await leaveOut({ hidden: true, cleared: false });
  expect(await found(supervisor, 'parapenten')).toEqual([]);
  await leaveOut({ hidden: false, cleared: true });
  expect(await found(supervisor, 'parapenten')).toEqual([]);
  await leaveOut({ hidden: false, cleared: false });
  expect(await found(supervisor, 'parapenten')).toEqual([conversation]);
});

test('finds nobody who blocked the profile, closed the account, was banned or is gone', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => memberOf()));
  const [stays, blocks, disabled, banned, leaves, purged] = people as [
    Client,
    Client,
    Client,
    Client,
    Client,
    Client,
  ];
  const conversations: number[] = [];
  for (const member of people) conversations.push(await answered(member, mira, ['Boogschieten', 'Raak!']));
  expect(await found(supervisor, 'boogschieten')).toEqual(conversations.toReversed());

  await blocks.must('block', { body: { profile: mira } });
  await sql`update profiles set status = 'disabled' where id in (${disabled.memberId}, ${banned.memberId}, ${leaves.memberId})`.execute(
    app.db,
  );
  await sql`update members set status = 'banned' where id = ${banned.memberId}`.execute(app.db);
  await sql`update members set status = 'pending_deletion', delete_requested_at = app_now() where id = ${leaves.memberId}`.execute(
    app.db,
  );
  await sql`update members set status = 'pending_deletion', delete_requested_at = app_now() - interval '1 year' where id = ${purged.memberId}`.execute(
    app.db,
  );
  await purgeDue(app.app);
  expect(await found(supervisor, 'boogschieten')).toEqual([conversations[0]]);
  // What the search leaves out cannot be opened either.
  for (const [i, conversation] of conversations.entries())
    expect(
      (await supervisor.call('deskThread', { query: { conversation, past: true } })).status === 200,
      `${i}`,
    ).toBe(i === 0);
  // A member who removes the conversation removes it from their own list only.
  await stays.must('deleteChat', { body: { conversation: conversations[0]! } });
  expect(await found(supervisor, 'boogschieten')).toEqual([conversations[0]]);
});

test('opens a past conversation at the found message, unread and unwritten until it is claimed', async () => {
  const member = await memberOf();
  const conversation = await answered(member, nora, ['Diepzeeduiken', 'Spannend!']);
  await sql`
    insert into messages (conversation_id, sender_id, client_id, kind, body)
      select ${conversation}, ${nora}, gen_random_uuid(), 'text', 'line ' || n from generate_series(1, 80) n order by n`.execute(
    app.db,
  );
  await member.must('send', { body: { conversation, client_id: randomUUID(), text: 'Ben je er nog?' } });
  const unread = async () =>
    (
      await sql<{
        unread: number;
      }>`select unread from participants where conversation_id = ${conversation} and member_id = ${nora}`.execute(
        app.db,
      )
    ).rows[0]?.unread;
  const before = await unread();
  expect(before).toBeGreaterThan(0);
  const hit = (await search(writer, { text: 'diepzeeduiken' })).conversations[0]!;
  const query = { conversation, to: hit.found!.message, past: true };
  const thread = await writer.must('deskThread', { query });
  expect(thread).toMatchObject({ mine: false, claimed_by: null, member: { id: member.memberId } });
  expect(thread.chat.messages.map(({ id }) => id)).toContain(hit.found!.message);
  expect(await unread()).toBe(before);

  for (const refused of [
    await writer.call('deskAnswer', answerOf(conversation, 'Ja hoor')),
    await writer.call('deskMemory', { body: { conversation, memory: 'Duikt' } }),
    await writer.call('deskReact', { body: { conversation, message: hit.found!.message, emoji: '👍' } }),
    await writer.call('deskTyping', { query: { conversation } }),
  ])
    expect(refused).toMatchObject({ status: 409, body: { error: 'desk_not_claimed' } });

  const { rows } = await sql<{ action: string; object: string | null }>`
    select action, object from audit_log where operator_id = ${writer.memberId} and member_id = ${member.memberId} order by id`.execute(
    app.db,
  );
  expect(rows).toEqual([
    { action: 'desk.search', object: String(conversation) },
    { action: 'desk.look', object: null },
  ]);
  // Once claimed, the profile reads it.
  await writer.must('deskClaim', { body: { conversation } });
  await writer.must('deskThread', { query });
  expect(await unread()).toBe(0);
});

test('pages without gaps or repeats, with bounded work per page', async () => {
  const { rows } = await sql<{ id: number }>`
    with people as (
      insert into members (email, email_key, status, language)
        select 'page' || n || '@example.test', 'page' || n || '@example.test', 'active', 'en' from generate_series(1, 45) n returning id, email),
    faces as (
      insert into profiles (id, kind, name, gender, date_of_birth, country, status)
        select id, 'member', 'Page' || id, 'female', '1990-06-15', 'NL', 'active' from people returning id),
    chats as (
      insert into conversations (member_low, member_high) select ${nora}, id from faces returning id, member_high as member),
    said as (
      insert into messages (conversation_id, sender_id, client_id, kind, body)
        select id, ${nora}, gen_random_uuid(), 'text', 'Schaatsen' from chats returning id, conversation_id),
    noted as (
      insert into desk_answers (message_id, operator_id, conversation_id, profile_id)
        select id, ${supervisor.memberId}, conversation_id, ${nora} from said),
    sides as (
      insert into participants (member_id, conversation_id, other_id, last_message_id, messages_sent)
        select own, c.id, other, s.id, 1 from chats c join said s on s.conversation_id = c.id
          cross join lateral (values (c.member, ${nora}::bigint), (${nora}::bigint, c.member)) side (own, other))
    select id from chats`.execute(app.db);
  const all = rows.map(({ id }) => id);
  const pagesOf = async (text: string) => {
    const pages: number[][] = [];
    let cursor: string | undefined;
    do {
      const { conversations, next } = await search(supervisor, { text, ...(cursor && { cursor }) });
      pages.push(conversations.map(({ row }) => row.conversation));
      cursor = next ?? undefined;
    } while (cursor);
    return pages;
  };
  const pages = await pagesOf('schaatsen');
  expect(pages.map((page) => page.length)).toEqual([20, 20, 5]);
  expect(pages.flat().toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b));

  // Long conversations: a page ends before it is full, and the next one continues.
  await sql`update participants set messages_sent = 3000 where conversation_id = any(${all})`.execute(app.db);
  const short = await pagesOf('schaatsen');
  expect(short.length).toBeGreaterThan(8);
  expect(short.flat()).toEqual(pages.flat());
  // Names need no messages.
  expect((await pagesOf('noor page')).map((page) => page.length)).toEqual([20, 20, 5]);

  const { next } = await search(supervisor, { text: 'schaatsen' });
  for (const body of [
    { text: 'noor', cursor: next! },
    { text: 'schaatsen', cursor: 'x' },
  ])
    expect((await supervisor.call('deskSearch', { body })).status).toBe(400);
  expect((await writer.call('deskSearch', { body: { text: 'schaatsen', cursor: next! } })).status).toBe(400);
});
