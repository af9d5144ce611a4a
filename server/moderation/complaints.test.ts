import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type Client, password, testApp } from '#support/app.ts';
import { browserOf, plant, plantWithBrowser } from '#support/members.ts';
import { picture } from '#support/pictures.ts';

// What becomes of complaints: the reporter's list, the operators' queue, decisions and what they do, and how long evidence stays.

const app = testApp();
const DAY = 86_400;
let operator: Client;
const jpeg = () => picture().jpeg().toBuffer();

beforeAll(async () => {
  operator = await operatorOf(['support']);
});
afterEach(() => app.shiftClock(0));

let colleagues = 0;
async function operatorOf(roles: string[]): Promise<Client> {
  const id = await plant(app, { name: `Olga${++colleagues}` });
  await app.db.updateTable('members').set({ roles }).where('id', '=', id).execute();
  return browserOf(app, id);
}

const complain = async (client: Client, about: object, text = 'This is not right') =>
  (await client.must('complaint', { body: { category: 'harassment', text, client_id: randomUUID(), ...about } })).id;

/** What the member reads. */
const reasons = { ground: 'harassment', facts: 'You wrote that she would be sorry.' } as const;

const noticed = async (action: string, id: number) =>
  (await sql`select 1 from audit_log where action = ${action} and object = ${String(id)} and operator_id = ${operator.memberId}`.execute(app.db)).rows.length;

/** Two members of whom Bram wrote to Anna. */
async function talk(text = 'You will be sorry') {
  const [anna, bram] = [await plantWithBrowser(app), await plantWithBrowser(app, { gender: 'male' })];
  const { message, conversation } = await bram.must('send', { body: { profile: anna.memberId, client_id: randomUUID(), text } });
  return { anna, bram, message: message.id, conversation: conversation.id };
}

test('the reporter sees each step: received, being looked at, decided with outcome and note, and hears of it by mail', async () => {
  const anna = await app.as('anna');
  const bram = await plant(app, { name: 'Bram', gender: 'male' });
  const id = await complain(anna, { profile: bram }, 'He threatens me');
  expect((await anna.must('complaints')).complaints).toMatchObject([
    { id, state: 'received', outcome: null, note: null, text: 'He threatens me', about: 'Bram', category: 'harassment', decided_at: null },
  ]);
  await operator.must('takeComplaint', { body: { id } });
  expect((await anna.must('complaints')).complaints[0]).toMatchObject({ state: 'looked_at' });
  await operator.must('decideComplaint', { body: { id, outcome: 'answered', note: 'We spoke to him.' } });
  const [decided] = (await anna.must('complaints')).complaints;
  expect(decided).toMatchObject({ state: 'decided', outcome: 'answered', note: 'We spoke to him.' });
  expect(decided!.decided_at).not.toBeNull();
  // The receipt may leave in the same moment: the mails are told apart by their words, not by their order.
  const mail = (await app.outbox(anna.email)).find(({ text }) => text?.includes('We spoke to him.'));
  expect(mail!.subject).toContain(String(id));
  expect(mail!.text).not.toContain('Bram');
  expect(await noticed('complaint.decide', id)).toBe(1);
});

test('a visitor who left an address hears of the decision too', async () => {
  const { id } = await app.visitor().must('complaint', { body: { category: 'privacy', text: 'My picture', email: 'visitor@example.test' } });
  await operator.must('decideComplaint', { body: { id, outcome: 'no_violation' } });
  const mails = await app.outbox('visitor@example.test');
  expect(mails.filter((mail) => mail.subject!.includes(String(id))).length).toBe(2);
});

test('190 days after the decision no word of a complaint and no address of a visitor is left, but for what is still objected to', async () => {
  const visitor = app.visitor();
  const left = async (text: string) => (await visitor.must('complaint', { body: { category: 'privacy', text, email: 'pia@example.test' } })).id;
  const [gone, appealed] = [await left('My garden'), await left('My other garden')];
  for (const id of [gone, appealed]) await operator.must('decideComplaint', { body: { id, outcome: 'answered', note: 'We looked at the garden.' } });
  await sql`insert into appeals (complaint_id, body) values (${appealed}, 'The garden is mine')`.execute(app.db);
  const kept = async () =>
    (
      await sql<{
        id: number;
      }>`select id, to_jsonb(c) as all from complaints c where id in (${gone}, ${appealed}) and to_jsonb(c)::text ~* 'garden|pia@'`.execute(app.db)
    ).rows.map(({ id }) => id);
  const forget = async (days: number) => {
    await app.shiftClock(days * DAY);
    await app.app.jobs.add(app.db, 'forget-complaint-evidence');
    await app.runJobs();
  };
  // A decision can be objected to for six months: until then everything is there.
  await forget(184);
  expect((await kept()).sort()).toEqual([gone, appealed].sort());
  await forget(191);
  expect(await kept()).toEqual([appealed]);
  await sql`update appeals set state = 'upheld', note = 'The garden is public' where complaint_id = ${appealed}`.execute(app.db);
  await forget(192);
  expect(await kept()).toEqual([]);
  expect((await sql<{ body: string; note: string | null }>`select body, note from appeals where complaint_id = ${appealed}`.execute(app.db)).rows).toEqual([
    { body: '', note: null },
  ]);
});

test('the list shows only one’s own, newest first, in pages; a repeated call makes one complaint', async () => {
  const { anna, bram } = await talk();
  const ids: number[] = [];
  for (let i = 0; i < 22; i++) ids.push(await complain(anna, {}));
  const client_id = randomUUID();
  const twice = [await complain(anna, { client_id }), await complain(anna, { client_id })];
  expect(twice[0]).toBe(twice[1]);
  const first = await anna.must('complaints');
  const second = await anna.must('complaints', { query: { cursor: first.next! } });
  expect(second.next).toBeNull();
  expect([...first.complaints, ...second.complaints].map(({ id }) => id)).toEqual([...ids, twice[0]].reverse());
  expect((await bram.must('complaints')).complaints).toEqual([]);
  expect((await bram.call('complaints', { query: { cursor: first.next! } })).status).toBe(400);
});

test('the queue puts the urgent first and says nothing about anybody; each look at one is noted', async () => {
  const anna = await plantWithBrowser(app, { name: 'Zzanna' });
  const bram = await plant(app, { name: 'Zzbram', gender: 'male' });
  const calm = await complain(anna, { profile: bram });
  const urgent = await complain(anna, { profile: bram, category: 'underage' });
  const queue = await operator.must('adminComplaints');
  const places = queue.complaints.map(({ id }) => id);
  expect(places.indexOf(urgent)).toBeLessThan(places.indexOf(calm));
  expect(queue.waiting).toBeGreaterThanOrEqual(2);
  expect(JSON.stringify(queue)).not.toContain('Zz');
  const file = await operator.must('adminComplaint', { query: { id: urgent } });
  expect(file).toMatchObject({ member: { id: bram }, reporter: { name: 'Zzanna', complaints: 2 }, complaints_about: 2, profile: { name: 'Zzbram' } });
  await operator.must('adminComplaint', { query: { id: urgent } });
  expect(await noticed('complaint.look', urgent)).toBe(2);
});

test('two operators do not decide the same complaint', async () => {
  const { anna, bram } = await talk();
  const other = await operatorOf(['owner']);
  const id = await complain(anna, { profile: bram.memberId });
  await operator.must('takeComplaint', { body: { id } });
  expect((await other.call('takeComplaint', { body: { id } })).body.error).toBe('conflict');
  expect((await other.must('adminComplaints')).complaints.find((one) => one.id === id)).toMatchObject({ taken_by: 'Olga1', mine: false });
  // Left alone for half an hour, another may have it.
  await app.shiftClock(31 * 60);
  await other.must('takeComplaint', { body: { id } });
  await other.must('decideComplaint', { body: { id, outcome: 'no_violation' } });
  await other.must('decideComplaint', { body: { id, outcome: 'no_violation' } });
  expect((await operator.call('decideComplaint', { body: { id, outcome: 'answered' } })).body.error).toBe('conflict');
  expect((await operator.must('adminComplaints')).complaints.map((one) => one.id)).not.toContain(id);
});

test('the queue does not exist for members and visitors, and its pictures are only for operators who review them', async () => {
  const { anna, bram } = await talk();
  const id = await complain(anna, { profile: bram.memberId });
  const callers = [
    { client: anna, status: 404 },
    { client: await operatorOf(['finance']), status: 403 },
  ];
  for (const { client, status } of callers) {
    expect((await client.call('adminComplaints')).status).toBe(status);
    expect((await client.call('adminComplaint', { query: { id } })).status).toBe(status);
    expect((await client.call('takeComplaint', { body: { id } })).status).toBe(status);
    expect((await client.call('decideComplaint', { body: { id, outcome: 'answered' } })).status).toBe(status);
    expect((await client.request('GET', `/complaint-files/${id}/0`)).status).toBe(404);
  }
  expect((await app.visitor().call('adminComplaints')).status).toBe(404);
  expect((await operator.call('adminComplaint', { query: { id: 999_999 } })).status).toBe(404);
  expect((await operator.call('takeComplaint', { body: { id: 999_999 } })).status).toBe(404);
});

test('a message is kept as evidence with those around it, also when both sides delete it; removing it leaves a tombstone', async () => {
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
  expect((await again.anna.must('chat', { query: { conversation: again.conversation } })).messages[0]).toMatchObject({ kind: 'deleted', text: null });
});

test('the pictures of a complaint outlive the photo: its owner deletes it, the operator still sees it, and later it goes', async () => {
  const anna = await plantWithBrowser(app);
  const bram = await plantWithBrowser(app, { gender: 'male' });
  const photo = await bram.must('addPhoto', { file: { content: await jpeg(), name: 'me.jpg', type: 'image/jpeg' } });
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
  // The photo itself is gone already: removing it is no failure.
  await operator.must('decideComplaint', { body: { id, outcome: 'content_removed', ...reasons } });
  await app.shiftClock(191 * DAY);
  await app.app.jobs.add(app.db, 'forget-complaint-evidence');
  await app.runJobs();
  expect((await operator.must('adminComplaint', { query: { id } })).pictures).toEqual([]);
  expect((await operator.request('GET', picture!.filename)).status).toBe(404);
  expect((await anna.must('complaints')).complaints[0]).toMatchObject({ state: 'decided', outcome: 'content_removed' });
});

test('a photo that breaks the rules is refused by the decision', async () => {
  const anna = await plantWithBrowser(app);
  const bram = await plantWithBrowser(app, { gender: 'male' });
  const photo = await bram.must('addPhoto', { file: { content: await jpeg(), name: 'me.jpg', type: 'image/jpeg' } });
  await sql`update photos set status = 'active' where id = ${photo.id}`.execute(app.db);
  const id = await complain(anna, { photo: photo.id });
  await operator.must('decideComplaint', { body: { id, outcome: 'content_removed', ...reasons } });
  expect((await bram.must('user')).profile.photos).toMatchObject([{ id: photo.id, status: 'refused' }]);
});

test('an account is closed by the decision: hidden, logged out for good; never that of somebody who works here', async () => {
  const { anna, bram } = await talk();
  const id = await complain(anna, { profile: bram.memberId });
  expect((await operator.must('adminComplaint', { query: { id } })).can_close).toBe(true);
  await operator.must('decideComplaint', { body: { id, outcome: 'account_closed', ...reasons } });
  expect((await bram.call('user')).status).toBe(403);
  expect((await anna.call('member', { query: { id: bram.memberId } })).status).toBe(404);
  const colleague = await operatorOf(['finance']);
  const against = await complain(anna, { profile: colleague.memberId });
  expect((await operator.must('adminComplaint', { query: { id: against } })).can_close).toBe(false);
  expect((await operator.call('decideComplaint', { body: { id: against, outcome: 'account_closed', ...reasons } })).body.fields).toEqual({
    outcome: 'invalid',
  });
  expect((await colleague.call('user')).status).toBe(200);
  const site = await complain(anna, {});
  expect((await operator.call('decideComplaint', { body: { id: site, outcome: 'content_removed', ...reasons } })).body.fields).toEqual({ outcome: 'invalid' });
});

test('a photo or message of one member is no evidence against another', async () => {
  const { anna, message } = await talk();
  const carla = await plant(app);
  for (const body of [{ profile: carla, message }])
    expect((await anna.call('complaint', { body: { category: 'spam', text: 'Look', ...body } })).status).toBe(404);
});

test('a purge leaves number, category and outcome: of the accused nothing else, of the reporter what is about the accused', async () => {
  const purge = async (client: Client) => {
    await client.must('deleteUser', { body: { reason: 'other', password } });
    await app.shiftClock(15 * DAY);
    await app.app.jobs.add(app.db, 'account-purge');
    await app.runJobs();
    await app.shiftClock(0);
  };
  const reporter = await app.as('reporter');
  const accused = await app.as('accused', { gender: 'male', about: 'canary-about' });
  const { message } = await accused.must('send', { body: { profile: reporter.memberId, client_id: randomUUID(), text: 'canary-message' } });
  const id = await complain(reporter, { message: message.id }, 'canary-complaint');
  await purge(reporter);
  const row = async () => JSON.stringify((await sql`select * from complaints where id = ${id}`.execute(app.db)).rows[0]);
  expect(await row()).not.toMatch(/canary-complaint|canary-message|reporter@/);
  expect(await operator.must('adminComplaint', { query: { id } })).toMatchObject({ text: '', reporter: null, member: { id: accused.memberId } });
  expect(await row()).toContain('canary-about');
  await purge(accused);
  expect(await row()).not.toContain('canary');
  expect(await operator.must('adminComplaint', { query: { id } })).toMatchObject({ member: null, profile: null, pictures: [], category: 'harassment' });
  await operator.must('decideComplaint', { body: { id, outcome: 'no_violation' } });
});
