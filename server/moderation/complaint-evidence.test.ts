import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type Client, password, testApp } from '#support/app.ts';
import { browserOf, plant, plantWithBrowser } from '#support/members.ts';
import { complaintCalls } from '#support/office/complaints.ts';
import { picture } from '#support/pictures.ts';

const app = testApp();
const { operatorOf, complain, talk } = complaintCalls(app);
const DAY = 86_400;
let operator: Client;
const jpeg = () => picture().jpeg().toBuffer();

beforeAll(async () => {
  operator = await operatorOf(['support', 'moderator']);
});
afterEach(() => app.shiftClock(0));

const reasons = { ground: 'harassment', facts: 'You wrote that she would be sorry.' } as const;

test('shows the texts of a message before its edits, and the reactions to it', async () => {
  const { anna, bram, message, conversation } = await talk();
  await bram.must('editMessage', { body: { conversation, message, text: 'Have a nice evening' } });
  await anna.must('react', { body: { conversation, message, emoji: '😢' } });
  const id = await complain(anna, { profile: bram.memberId, message });
  expect((await operator.must('adminComplaint', { query: { id } })).messages).toMatchObject([
    {
      id: message,
      text: 'Have a nice evening',
      former: [{ text: 'You will be sorry', until: expect.any(String) }],
      reactions: ['😢'],
    },
  ]);
});

test('deletes all text of a complaint and the visitor’s address 190 days after the decision, unless an appeal is open', async () => {
  const visitor = app.visitor();
  const left = async (text: string) =>
    (
      await visitor.must('complaint', {
        body: {
          category: 'privacy',
          text,
          email: 'pia@example.test',
          name: 'Pia Garden',
          content_url: 'https://liaison.example/members/garden',
        },
      })
    ).id;
  const [gone, appealed] = [await left('My garden'), await left('My other garden')];
  for (const id of [gone, appealed])
    await operator.must('decideComplaint', {
      body: { id, outcome: 'answered', note: 'We looked at the garden.' },
    });
  await sql`insert into appeals (complaint_id, body) values (${appealed}, 'The garden is mine')`.execute(
    app.db,
  );
  const kept = async () =>
    (
      await sql<{
        id: number;
      }>`select id, to_jsonb(c) as all from complaints c where id in (${gone}, ${appealed}) and to_jsonb(c)::text ~* 'garden|pia@'`.execute(
        app.db,
      )
    ).rows.map(({ id }) => id);
  const forget = async (days: number) => {
    await app.shiftClock(days * DAY);
    await app.app.jobs.add(app.db, 'forget-complaint-evidence');
    await app.runJobs();
  };
  // A decision can be appealed for six months, so its text is still stored.
  await forget(184);
  expect((await kept()).sort()).toEqual([gone, appealed].sort());
  await forget(191);
  expect(await kept()).toEqual([appealed]);
  await sql`update appeals set state = 'upheld', note = 'The garden is public' where complaint_id = ${appealed}`.execute(
    app.db,
  );
  await forget(192);
  expect(await kept()).toEqual([]);
  expect(
    (
      await sql<{
        body: string;
        note: string | null;
      }>`select body, note from appeals where complaint_id = ${appealed}`.execute(app.db)
    ).rows,
  ).toEqual([{ body: '', note: null }]);
});

test('keeps a message with its context as evidence even if both sides delete it; removing it leaves a tombstone', async () => {
  const { anna, bram, message, conversation } = await talk('Pay or else');
  await anna.must('send', { body: { conversation, client_id: randomUUID(), text: 'Leave me alone' } });
  const id = await complain(anna, { message });
  await bram.must('deleteMessage', { body: { message } });
  await anna.must('deleteChat', { body: { conversation } });
  const file = await operator.must('adminComplaint', { query: { id } });
  expect(file.messages).toMatchObject([
    { text: 'Pay or else', theirs: true, subject: true },
    { text: 'Leave me alone', theirs: false, subject: false },
  ]);
  const again = await talk('Or else again');
  const second = await complain(again.anna, { message: again.message });
  expect((await operator.must('adminComplaint', { query: { id: second } })).can_remove).toBe(true);
  await operator.must('decideComplaint', { body: { id: second, outcome: 'content_removed', ...reasons } });
  expect(
    (await again.anna.must('chat', { query: { conversation: again.conversation } })).messages[0],
  ).toMatchObject({ kind: 'deleted', text: null });
});

test('keeps the pictures of a complaint after the owner deletes the photo, and deletes them later', async () => {
  const anna = await plantWithBrowser(app);
  const bram = await plantWithBrowser(app, { gender: 'male' });
  const photo = await bram.must('addPhoto', {
    file: { content: await jpeg(), name: 'me.jpg', type: 'image/jpeg' },
  });
  await sql`update photos set status = 'active' where id = ${photo.id}`.execute(app.db);
  const id = await complain(anna, { photo: photo.id });
  await bram.must('deletePhoto', { body: { id: photo.id } });
  await app.runJobs();
  const [picture] = (await operator.must('adminComplaint', { query: { id } })).pictures;
  expect(picture).toMatchObject({ subject: true });
  const seen = await operator.request('GET', picture!.filename);
  expect(seen.status).toBe(200);
  expect(seen.headers['content-type']).toBe('image/webp');
  expect((await anna.request('GET', picture!.filename)).status).toBe(404);
  // The owner has already deleted the photo. Removing it again is not an error.
  await operator.must('decideComplaint', { body: { id, outcome: 'content_removed', ...reasons } });
  await app.shiftClock(191 * DAY);
  await app.app.jobs.add(app.db, 'forget-complaint-evidence');
  await app.runJobs();
  expect((await operator.must('adminComplaint', { query: { id } })).pictures).toEqual([]);
  expect((await operator.request('GET', picture!.filename)).status).toBe(404);
  expect((await anna.must('complaints')).complaints[0]).toMatchObject({
    state: 'decided',
    outcome: 'content_removed',
  });
});

test('refuses a message that the accused did not write as evidence', async () => {
  const { anna, message } = await talk();
  const carla = await plant(app);
  const body = { category: 'spam', text: 'Look', profile: carla, message } as const;
  expect((await anna.call('complaint', { body })).status).toBe(404);
});

test('keeps after a purge only id, category and outcome about the accused, and the reporter’s evidence about others', async () => {
  const purge = async (client: Client) => {
    await client.must('deleteUser', { body: { reason: 'other', password } });
    await app.shiftClock(15 * DAY);
    await app.app.jobs.add(app.db, 'account-purge');
    await app.runJobs();
    await app.shiftClock(0);
  };
  const reporter = await app.as('reporter');
  const accused = await app.as('accused', { gender: 'male', about: 'canary-about' });
  const { message } = await accused.must('send', {
    body: { profile: reporter.memberId, client_id: randomUUID(), text: 'canary-message' },
  });
  const id = await complain(reporter, { message: message.id }, 'canary-complaint');
  await purge(reporter);
  const row = async () =>
    JSON.stringify((await sql`select * from complaints where id = ${id}`.execute(app.db)).rows[0]);
  expect(await row()).not.toMatch(/canary-complaint|canary-message|reporter@/);
  expect(await operator.must('adminComplaint', { query: { id } })).toMatchObject({
    text: '',
    reporter: null,
    member: { id: accused.memberId },
  });
  expect(await row()).toContain('canary-about');
  await purge(accused);
  expect(await row()).not.toContain('canary');
  expect(await operator.must('adminComplaint', { query: { id } })).toMatchObject({
    member: null,
    profile: null,
    pictures: [],
    category: 'harassment',
  });
  await operator.must('decideComplaint', { body: { id, outcome: 'no_violation' } });
});

test('keeps the evidence of illegal content when the accused is purged, until 190 days after the decision', async () => {
  const reporter = await app.as('witness');
  const accused = async (name: string, category: string) => {
    const member = await app.as(name, { gender: 'male' });
    const { message } = await member.must('send', {
      body: { profile: reporter.memberId, client_id: randomUUID(), text: `canary of ${name}` },
    });
    const id = await complain(reporter, { message: message.id, category });
    return { member, id, words: `canary of ${name}` };
  };
  const illegal = await accused('seller', 'illegal_content');
  const cleared = await accused('cleared', 'illegal_content');
  const rude = await accused('rude', 'harassment');
  await operator.must('decideComplaint', { body: { id: cleared.id, outcome: 'no_violation' } });
  for (const { member } of [illegal, cleared, rude])
    await member.must('deleteUser', { body: { reason: 'other', password } });
  const pass = async (days: number, job: string) => {
    await app.shiftClock(days * DAY);
    await app.app.jobs.add(app.db, job);
    await app.runJobs();
  };
  const evidence = async (id: number) =>
    JSON.stringify((await sql`select * from complaints where id = ${id}`.execute(app.db)).rows[0]);
  try {
    await pass(15, 'account-purge');
    expect(await evidence(illegal.id)).toContain(illegal.words);
    expect(await evidence(cleared.id), 'no violation').not.toContain(cleared.words);
    expect(await evidence(rude.id), 'against house rules only').not.toContain(rude.words);
    const later = await browserOf(app, operator.memberId);
    expect(await later.must('adminComplaint', { query: { id: illegal.id } })).toMatchObject({ member: null });
    await later.must('decideComplaint', { body: { id: illegal.id, outcome: 'answered' } });
    await pass(15 + 189, 'forget-complaint-evidence');
    expect(await evidence(illegal.id)).toContain(illegal.words);
    await pass(15 + 191, 'forget-complaint-evidence');
    expect(await evidence(illegal.id)).not.toContain(illegal.words);
  } finally {
    await app.shiftClock(0);
    operator = await browserOf(app, operator.memberId);
  }
});
