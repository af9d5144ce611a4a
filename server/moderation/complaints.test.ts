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

test('refuses a photo or message of another member as evidence', async () => {
  const { anna, message } = await talk();
  const carla = await plant(app);
  for (const body of [{ profile: carla, message }])
    expect((await anna.call('complaint', { body: { category: 'spam', text: 'Look', ...body } })).status).toBe(
      404,
    );
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
