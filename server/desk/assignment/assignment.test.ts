import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import { plant, setSettings } from '#support/members.ts';
import { answerOf, plantWriter, writeToProfile } from '#support/office/desk.ts';
import { operatorWith } from '#support/office/office-work.ts';
import { returnIdleConversations } from './return-idle-conversations.ts';

const app = testApp();

beforeEach(async () => {
  await app.shiftClock(0);
  for (const table of ['unanswered', 'desk_claims', 'desk_writers', 'desk_answers'])
    await sql`delete from ${sql.table(table)}`.execute(app.db);
});

let names = 0;
const newWriter = () => plantWriter(app, `Writer ${++names}`);
const newProfile = () => plant(app, { name: `Mira ${++names}`, kind: 'fictional' });

/** Members who wait for the profile, the first one longest. */
async function waits(profile: number, count: number): Promise<number[]> {
  const conversations: number[] = [];
  for (let n = 0; n < count; n++) {
    const member = await app.as(`member${++names}`, { credits: 20 });
    conversations.push(await writeToProfile(member, profile));
  }
  return conversations;
}
const on = async (writer: Client) => (await writer.must('deskPresence', { body: { on: true } })).assigned;
const mine = async (writer: Client) =>
  (await writer.must('desk', { query: {} })).mine.map(({ conversation }) => conversation);

test('gives a writer who comes on the longest waits up to their capacity, and the next one after an answer', async () => {
  await setSettings(app, { desk_capacity: 2 });
  const [first, second, third] = await waits(await newProfile(), 3);
  const writer = await newWriter();
  expect(await on(writer)).toEqual([first, second]);
  expect(await on(writer)).toEqual([]);
  expect((await writer.must('deskNext', { body: { after: first } })).conversation).toBe(second);
  await writer.must('deskAnswer', answerOf(first!, 'Hello!'));
  expect((await writer.must('deskNext', { body: { after: second } })).conversation).toBe(third);
  // An answered conversation stays the writer's and takes no capacity.
  expect(await mine(writer)).toEqual([second, third, first]);
  const other = await newWriter();
  expect(await on(other)).toEqual([]);
});

test('gives each conversation to one of several writers who ask at the same time', async () => {
  await setSettings(app, { desk_capacity: 4 });
  const conversations = await waits(await newProfile(), 10);
  const writers = await Promise.all(Array.from({ length: 4 }, newWriter));
  const url = await app.url();
  const ask = async (writer: Client, method: string, path: string, body: object) => {
    const answer = await fetch(`${url}/api/admin/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        origin: url,
        cookie: `auth=${writer.cookies.get('auth')}`,
      },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  // Three requests of each writer, all at once.
  await Promise.all(
    writers.flatMap((writer) => [
      ask(writer, 'PUT', 'desk-presence', { on: true }),
      ask(writer, 'POST', 'desk-next', {}),
      ask(writer, 'PUT', 'desk-presence', { on: true }),
    ]),
  );
  await Promise.all(writers.map((writer) => ask(writer, 'PUT', 'desk-presence', { on: true })));
  const held = await Promise.all(writers.map(mine));
  expect(held.flat().toSorted((a, b) => a - b)).toEqual(conversations);
  for (const each of held) expect(each.length).toBeLessThanOrEqual(4);
});

test('never gives one writer more than their capacity in parallel requests', async () => {
  await setSettings(app, { desk_capacity: 2 });
  await waits(await newProfile(), 6);
  const writer = await newWriter();
  await Promise.all(Array.from({ length: 5 }, () => on(writer)));
  expect(await mine(writer)).toHaveLength(2);
});

test('assigns only languages and profiles that a writer writes for', async () => {
  const [mira, nora] = [await newProfile(), await newProfile()];
  const [toMira, german] = await waits(mira, 2);
  const [toNora] = await waits(nora, 1);
  await sql`update members set language = 'de' where id = (select member_id from unanswered where conversation_id = ${german})`.execute(
    app.db,
  );
  const [writer, lead] = [await newWriter(), await operatorWith(app, 'supervisor')];
  const skills = { writer: writer.memberId, capacity: 5, languages: [], profiles: [] };
  await lead.must('changeDeskWriter', { body: { ...skills, languages: ['de'] } });
  expect(await on(writer)).toEqual([german]);
  await lead.must('changeDeskWriter', { body: { ...skills, profiles: [nora] } });
  expect(await on(writer)).toEqual([toNora]);
  await lead.must('changeDeskWriter', { body: skills });
  expect(await on(writer)).toEqual([toMira]);
  expect(await lead.call('changeDeskWriter', { body: { ...skills, writer: lead.memberId } })).toMatchObject({
    status: 404,
  });
});

test('puts a writer’s own conversations before longer waits', async () => {
  await setSettings(app, { desk_capacity: 1 });
  const mira = await newProfile();
  const member = await app.as(`member${++names}`, { credits: 20 });
  const conversation = await writeToProfile(member, mira);
  const writer = await newWriter();
  expect(await on(writer)).toEqual([conversation]);
  await writer.must('deskAnswer', answerOf(conversation, 'Hello!'));
  await writer.must('deskPresence', { body: { on: false } });
  await sql`delete from desk_claims`.execute(app.db);
  const [stranger] = await waits(mira, 1);
  await writeToProfile(member, mira, 'And you?');
  expect(await on(await newWriter())).toEqual([stranger]);
  await sql`delete from desk_claims`.execute(app.db);
  expect(await on(writer)).toEqual([conversation]);
});

test('does not assign again what the writer handed over', async () => {
  const [conversation] = await waits(await newProfile(), 1);
  const writer = await newWriter();
  expect(await on(writer)).toEqual([conversation]);
  await writer.must('deskRelease', { body: { conversation: conversation! } });
  expect(await on(writer)).toEqual([]);
  expect((await writer.must('deskNext', { body: {} })).conversation).toBeNull();
  expect(await on(await newWriter())).toEqual([conversation]);
});

test('leaves a conversation outside the writing hours of its profile alone until they begin', async () => {
  const mira = await newProfile();
  const [conversation] = await waits(mira, 1);
  const hours = (from: number, until: number) =>
    sql`insert into fictional_profiles (profile_id, opens, closes)
      select ${mira}, local + make_interval(mins => ${from}), local + make_interval(mins => ${until})
      from (select date_trunc('minute', app_now() at time zone 'Europe/Amsterdam')::time as local) now
      on conflict (profile_id) do update set opens = excluded.opens, closes = excluded.closes`.execute(
      app.db,
    );
  const writer = await newWriter();
  await hours(60, 120);
  expect(await on(writer)).toEqual([]);
  expect(await writer.must('desk', { query: {} })).toMatchObject({
    waiting: 0,
    outside: 1,
    conversations: [],
  });
  await hours(-60, 60);
  expect(await on(writer)).toEqual([conversation]);
});

test('does not assign a member who stopped spending', async () => {
  await waits(await newProfile(), 1);
  await sql`update members set spending_paused_until = app_now() + interval '1 day'
    where id = (select member_id from unanswered)`.execute(app.db);
  expect(await on(await newWriter())).toEqual([]);
});

test('returns conversations of an idle writer to the queue and sets them away', async () => {
  const [conversation] = await waits(await newProfile(), 1);
  const [idle, busy] = [await newWriter(), await newWriter()];
  expect(await on(idle)).toEqual([conversation]);
  await app.shiftClock(8 * 60);
  await idle.must('deskTyping', { query: { conversation: conversation! } });
  await app.shiftClock(16 * 60);
  await returnIdleConversations(app.app);
  expect(await mine(idle)).toEqual([conversation]);
  await app.shiftClock(19 * 60);
  await returnIdleConversations(app.app);
  expect(await idle.must('desk', { query: {} })).toMatchObject({ on: false, mine: [] });
  expect(await on(busy)).toEqual([conversation]);
});

test('keeps a writer on whose conversations all wait for the member', async () => {
  const [conversation] = await waits(await newProfile(), 1);
  const writer = await newWriter();
  await on(writer);
  await writer.must('deskAnswer', answerOf(conversation!, 'Hello!'));
  await app.shiftClock(19 * 60);
  await returnIdleConversations(app.app);
  expect(await writer.must('desk', { query: {} })).toMatchObject({ on: true, mine: [] });
});
