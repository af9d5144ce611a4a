import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type Client, testApp } from '#support/app.ts';
import { plant, plantWithBrowser } from '#support/members.ts';
import { complaintCalls } from '#support/office/complaints.ts';
import { picture } from '#support/pictures.ts';

const app = testApp();
const { operatorOf, complain, talk } = complaintCalls(app);
let operator: Client;
const jpeg = () => picture().jpeg().toBuffer();

beforeAll(async () => {
  operator = await operatorOf(['support', 'moderator']);
});
afterEach(() => app.shiftClock(0));

const reasons = { ground: 'harassment', facts: 'You wrote that she would be sorry.' } as const;

const noticed = async (action: string, id: number) =>
  (
    await sql`select 1 from audit_log where action = ${action} and object = ${String(id)} and operator_id = ${operator.memberId}`.execute(
      app.db,
    )
  ).rows.length;

test('shows the reporter each state, up to the outcome with its note, and notifies the reporter by mail', async () => {
  const anna = await app.as('anna');
  const bram = await plant(app, { name: 'Bram', gender: 'male' });
  const id = await complain(anna, { profile: bram }, 'He threatens me');
  expect((await anna.must('complaints')).complaints).toMatchObject([
    {
      id,
      state: 'received',
      outcome: null,
      note: null,
      text: 'He threatens me',
      about: 'Bram',
      category: 'harassment',
      decided_at: null,
    },
  ]);
  await operator.must('takeComplaint', { body: { id } });
  expect((await anna.must('complaints')).complaints[0]).toMatchObject({ state: 'looked_at' });
  await operator.must('decideComplaint', { body: { id, outcome: 'answered', note: 'We spoke to him.' } });
  const [decided] = (await anna.must('complaints')).complaints;
  expect(decided).toMatchObject({ state: 'decided', outcome: 'answered', note: 'We spoke to him.' });
  expect(decided!.decided_at).not.toBeNull();
  // The receipt may be sent at the same moment, so the test finds the mail by its text, not by its order.
  const mail = (await app.outbox(anna.email)).find(({ text }) => text?.includes('We spoke to him.'));
  expect(mail!.subject).toContain(String(id));
  expect(mail!.text).not.toContain('Bram');
  expect(await noticed('complaint.decide', id)).toBe(1);
});

test('mails the decision to a visitor who left an address', async () => {
  const { id } = await app
    .visitor()
    .must('complaint', { body: { category: 'privacy', text: 'My picture', email: 'visitor@example.test' } });
  await operator.must('decideComplaint', { body: { id, outcome: 'no_violation' } });
  const mails = await app.outbox('visitor@example.test');
  expect(mails.filter((mail) => mail.subject!.includes(String(id))).length).toBe(2);
});

test('shows the operator a visitor’s name and where the content is', async () => {
  const place = 'https://liaison.example/members/7';
  const { id } = await app.visitor().must('complaint', {
    body: {
      category: 'illegal_content',
      text: 'Stolen',
      email: 'v@example.test',
      name: ' Vera ',
      content_url: place,
    },
  });
  expect(await operator.must('adminComplaint', { query: { id } })).toMatchObject({
    content_url: place,
    reporter: { name: 'Vera', email: 'v@example.test' },
  });
});

test('shows the operator the languages of the reporter and the reported member', async () => {
  const { anna, bram, message } = await talk();
  await sql`update members set language = 'pl' where id = ${bram.memberId}`.execute(app.db);
  const id = await complain(anna, { profile: bram.memberId, message });
  const { rows } = await sql<{
    locale: string;
  }>`select locale from complaints where id = ${id}`.execute(app.db);
  expect(await operator.must('adminComplaint', { query: { id } })).toMatchObject({
    reporter: { language: rows[0]!.locale },
    member_language: 'pl',
  });
});

test('keeps the profile’s name of a member who types another one', async () => {
  const anna = await plantWithBrowser(app, { name: 'Annelies' });
  const id = await complain(anna, { name: 'Somebody else' });
  expect(await operator.must('adminComplaint', { query: { id } })).toMatchObject({
    content_url: null,
    reporter: { name: 'Annelies' },
  });
});

test('lists only the member’s own complaints, newest first, in pages; a repeated call stores one complaint', async () => {
  const { anna, bram } = await talk();
  const ids: number[] = [];
  for (let i = 0; i < 22; i++) ids.push(await complain(anna, {}));
  const client_id = randomUUID();
  const twice = [await complain(anna, { client_id }), await complain(anna, { client_id })];
  expect(twice[0]).toBe(twice[1]);
  const first = await anna.must('complaints');
  const second = await anna.must('complaints', { query: { cursor: first.next! } });
  expect(second.next).toBeNull();
  expect([...first.complaints, ...second.complaints].map(({ id }) => id)).toEqual(
    [...ids, twice[0]].reverse(),
  );
  expect((await bram.must('complaints')).complaints).toEqual([]);
  expect((await bram.call('complaints', { query: { cursor: first.next! } })).status).toBe(400);
});

test('lists urgent complaints first in the queue, without personal data, and audits each access', async () => {
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
  expect(file).toMatchObject({
    member: { id: bram },
    reporter: { name: 'Zzanna', complaints: 2 },
    complaints_about: 2,
    profile: { name: 'Zzbram' },
  });
  await operator.must('adminComplaint', { query: { id: urgent } });
  expect(await noticed('complaint.look', urgent)).toBe(2);
});

test('prevents two operators from deciding the same complaint', async () => {
  const { anna, bram } = await talk();
  const other = await operatorOf(['owner']);
  const id = await complain(anna, { profile: bram.memberId });
  await operator.must('takeComplaint', { body: { id } });
  expect((await other.call('takeComplaint', { body: { id } })).body.error).toBe('conflict');
  expect((await other.must('adminComplaints')).complaints.find((one) => one.id === id)).toMatchObject({
    taken_by: 'Olga1',
    mine: false,
  });
  await app.shiftClock(31 * 60);
  await other.must('takeComplaint', { body: { id } });
  await other.must('decideComplaint', { body: { id, outcome: 'no_violation' } });
  await other.must('decideComplaint', { body: { id, outcome: 'no_violation' } });
  expect((await operator.call('decideComplaint', { body: { id, outcome: 'answered' } })).body.error).toBe(
    'conflict',
  );
  expect((await operator.must('adminComplaints')).complaints.map((one) => one.id)).not.toContain(id);
});

test('hides the queue from members and visitors, and its pictures from operators who do not review them', async () => {
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

test('refuses a photo by the decision that it breaks the rules', async () => {
  const anna = await plantWithBrowser(app);
  const bram = await plantWithBrowser(app, { gender: 'male' });
  const photo = await bram.must('addPhoto', {
    file: { content: await jpeg(), name: 'me.jpg', type: 'image/jpeg' },
  });
  await sql`update photos set status = 'active' where id = ${photo.id}`.execute(app.db);
  const id = await complain(anna, { photo: photo.id });
  await operator.must('decideComplaint', { body: { id, outcome: 'content_removed', ...reasons } });
  expect((await bram.must('user')).profile.photos).toMatchObject([{ id: photo.id, status: 'refused' }]);
});

test('closes an account by decision, hides it and ends its sessions, but never an operator’s account', async () => {
  const { anna, bram } = await talk();
  const id = await complain(anna, { profile: bram.memberId });
  expect((await operator.must('adminComplaint', { query: { id } })).can_close).toBe(true);
  await operator.must('decideComplaint', { body: { id, outcome: 'account_closed', ...reasons } });
  expect((await bram.call('user')).status).toBe(403);
  expect((await anna.call('member', { query: { id: bram.memberId } })).status).toBe(404);
  const colleague = await operatorOf(['finance']);
  const against = await complain(anna, { profile: colleague.memberId });
  expect((await operator.must('adminComplaint', { query: { id: against } })).can_close).toBe(false);
  expect(
    (await operator.call('decideComplaint', { body: { id: against, outcome: 'account_closed', ...reasons } }))
      .body.fields,
  ).toEqual({
    outcome: 'invalid',
  });
  expect((await colleague.call('user')).status).toBe(200);
  const site = await complain(anna, {});
  expect(
    (await operator.call('decideComplaint', { body: { id: site, outcome: 'content_removed', ...reasons } }))
      .body.fields,
  ).toEqual({ outcome: 'invalid' });
});

test('requires the role for measures also when a complaint leads to one', async () => {
  const { anna, bram, message } = await talk();
  const id = await complain(anna, { message });
  const support = await operatorOf(['support']);
  for (const outcome of ['content_removed', 'warned', 'suspended', 'account_closed'] as const) {
    const body = { id, outcome, ...reasons, days: 3 };
    expect((await support.call('decideComplaint', { body })).body.error, outcome).toBe('role_required');
  }
  expect((await bram.call('user')).status, 'nothing happened to the accused').toBe(200);
  expect((await support.call('decideComplaint', { body: { id, outcome: 'answered' } })).status).toBe(200);
});
