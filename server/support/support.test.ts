import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { itemAt } from '#contract/must.ts';
import { type Client, testApp } from '#support/app.ts';
import { plantWithBrowser } from '#support/members.ts';
import { complaintCalls } from '#support/office/complaints.ts';

const app = testApp();
const { operatorOf } = complaintCalls(app);
let operator: Client;
beforeAll(async () => {
  operator = await operatorOf(['support']);
});

const question = (more: object = {}) => ({
  client_id: randomUUID(),
  subject: 'Where are my credits?',
  text: 'I paid yesterday.',
  ...more,
});

async function askAs(member: Client): Promise<number> {
  const { id } = await member.must('askSupport', { body: question() });
  if (id === null) throw new Error('a member gets the number of the thread');
  return id;
}

const fileOf = (id: number, by = operator) => by.must('adminSupportThread', { query: { id } });

async function answer(id: number, text = 'They are booked now.', more: object = {}) {
  const { version } = await fileOf(id);
  return operator.must('answerSupport', { body: { id, version, client_id: randomUUID(), text, ...more } });
}

const listed = async (box: 'open' | 'mine' | 'waiting' | 'snoozed' | 'closed', id: number) =>
  (await operator.must('adminSupport', { query: { box } })).threads.some((row) => row.id === id);

test('takes a member’s question to an answer, with a mail that contains a link only', async () => {
  const anna = await app.as('anna');
  const id = await askAs(anna);
  expect(await listed('open', id)).toBe(true);
  await answer(id);
  expect([await listed('open', id), await listed('waiting', id)]).toEqual([false, true]);
  expect((await anna.must('support')).threads[0]).toMatchObject({ id, status: 'answered', unread: true });
  expect((await anna.must('activity')).events[0]).toMatchObject({
    kind: 'support_answer',
    details: { thread: id },
  });
  const mail = (await app.outbox(anna.email)).find(({ text }) => text?.includes(`/support/${id}`));
  expect(mail).toBeDefined();
  expect(JSON.stringify(mail)).not.toMatch(/booked now|I paid|my credits/);
  const { messages } = await anna.must('supportThread', { query: { id } });
  expect(messages.map(({ by_support, text }) => [by_support, text])).toEqual([
    [false, 'I paid yesterday.'],
    [true, 'They are booked now.'],
  ]);
  expect((await anna.must('support')).threads[0]?.unread).toBe(false);
});

test('mails a visitor a link without the words of the question, and shows the answer there', async () => {
  const email = 'vera@example.test';
  const visitor = app.visitor();
  expect(await visitor.must('askSupport', { body: question({ email }) })).toEqual({ id: null });
  const mail = itemAt(await app.outbox(email), 0);
  expect(JSON.stringify(mail)).not.toMatch(/I paid|my credits/);
  const token = /support\/link\?token=([\w.-]+)/.exec(mail.text ?? '')?.[1] ?? '';
  const { id } = await visitor.must('supportThread', { query: { token } });
  await answer(id);
  const { messages } = await visitor.must('supportThread', { query: { token } });
  expect(messages.at(-1)?.text).toBe('They are booked now.');
  expect(await fileOf(id)).toMatchObject({ member: null, email, name: null });
  expect((await visitor.call('supportThread', { query: { token: `${token}x` } })).status).toBe(410);
  expect((await visitor.call('supportThread', { query: { id } })).status).toBe(403);
});

test('asks a visitor for a valid address and for words', async () => {
  const refused = await app.visitor().call('askSupport', { body: question({ text: ' ', email: 'vera' }) });
  expect(refused.status).toBe(422);
  expect(refused.body.fields).toEqual({ text: 'required', email: 'email_invalid' });
});

test('stores a question, an answer and a note once when they are repeated', async () => {
  const anna = await plantWithBrowser(app);
  const body = question();
  const [first, again] = [await anna.must('askSupport', { body }), await anna.must('askSupport', { body })];
  expect(again).toEqual(first);
  const id = first.id ?? 0;
  const { version } = await fileOf(id);
  const reply = { id, version, client_id: randomUUID(), text: 'Once' };
  const note = { id, client_id: randomUUID(), text: 'A note' };
  for (let times = 0; times < 2; times++) {
    await operator.must('answerSupport', { body: reply });
    await operator.must('noteSupport', { body: note });
  }
  const { messages } = await fileOf(id);
  expect(messages.map(({ kind }) => kind)).toEqual(['question', 'answer', 'note']);
});

test('keeps a thread and its notes from other members', async () => {
  const anna = await plantWithBrowser(app);
  const bram = await plantWithBrowser(app);
  const id = await askAs(anna);
  await operator.must('noteSupport', { body: { id, client_id: randomUUID(), text: 'Careful' } });
  expect((await bram.call('supportThread', { query: { id } })).status).toBe(404);
  const write = { id, client_id: randomUUID(), text: 'Mine' };
  expect((await bram.call('writeSupport', { body: write })).status).toBe(404);
  expect(JSON.stringify(await anna.must('supportThread', { query: { id } }))).not.toContain('Careful');
});

test('refuses an answer to a thread that has changed, and names the colleague who has it open', async () => {
  const anna = await plantWithBrowser(app);
  const id = await askAs(anna);
  const { version } = await fileOf(id);
  const colleague = await operatorOf(['support']);
  expect((await fileOf(id, colleague)).viewers).toHaveLength(1);
  await anna.must('writeSupport', { body: { id, client_id: randomUUID(), text: 'Never mind!' } });
  const late = { id, version, client_id: randomUUID(), text: 'Too late' };
  expect((await operator.call('answerSupport', { body: late })).status).toBe(409);
  expect((await operator.call('changeSupport', { body: { id, version, mine: true } })).status).toBe(409);
  expect((await fileOf(id)).messages.map(({ text }) => text)).not.toContain('Too late');
});

test('snoozes, takes and closes a thread, and reopens it on a new message', async () => {
  const anna = await plantWithBrowser(app);
  const id = await askAs(anna);
  const change = async (part: object) => {
    const { version } = await fileOf(id);
    await operator.must('changeSupport', { body: { id, version, ...part } });
  };
  await change({ mine: true });
  expect(await listed('mine', id)).toBe(true);
  await change({ status: 'snoozed', hours: 4 });
  expect([await listed('open', id), await listed('snoozed', id)]).toEqual([false, true]);
  await app.shiftClock(4 * 3600 + 60);
  expect([await listed('open', id), await listed('snoozed', id)]).toEqual([true, false]);
  await app.shiftClock(0);
  await change({ status: 'closed' });
  expect(await listed('closed', id)).toBe(true);
  await anna.must('writeSupport', { body: { id, client_id: randomUUID(), text: 'One more thing' } });
  expect(await listed('mine', id)).toBe(true);
});

test('shows support what belongs to the member, and records each look', async () => {
  const anna = await plantWithBrowser(app);
  const id = await askAs(anna);
  const beside = await operator.must('adminSupportMember', { query: { id: anna.memberId } });
  expect(beside).toMatchObject({ id: anna.memberId, threads: [{ id, status: 'open' }] });
  expect(beside.sessions).toHaveLength(1);
  const colleague = await operatorOf(['moderator']);
  const ofColleague = await operator.call('adminSupportMember', { query: { id: colleague.memberId } });
  expect(ofColleague.status).toBe(403);
  await fileOf(id);
  const { rows } = await sql<{ action: string }>`
    select distinct action from audit_log where operator_id = ${operator.memberId} and member_id = ${anna.memberId}
      and action like 'support.%' order by action`.execute(app.db);
  expect(rows.map(({ action }) => action)).toEqual(['support.look', 'support.member']);
});

test('deletes a closed thread after a year', async () => {
  const anna = await plantWithBrowser(app);
  const id = await askAs(anna);
  await answer(id, 'Done.', { close: true });
  await app.shiftClock(366 * 86_400);
  await app.app.jobs.add(app.db, 'forget-support-threads');
  await app.runJobs();
  await app.shiftClock(0);
  expect((await operator.call('adminSupportThread', { query: { id } })).status).toBe(404);
});

test('refuses unknown placeholders in a prepared answer, and an answer with one that nobody filled in', async () => {
  const template = { id: randomUUID(), language: 'en' as const, title: 'Credits', active: true };
  const saved = { ...template, text: 'Hello {{name}}, they are booked.' };
  await operator.must('saveSupportTemplate', { body: saved });
  const unknown = { ...template, text: 'Hello {{nmae}}' };
  expect((await operator.call('saveSupportTemplate', { body: unknown })).body.fields).toEqual({
    text: 'invalid',
  });
  const { templates } = await operator.must('supportTemplates', { query: { language: 'en' } });
  expect(templates).toContainEqual(saved);
  const anna = await plantWithBrowser(app);
  const id = await askAs(anna);
  const { version } = await fileOf(id);
  const body = { id, version, client_id: randomUUID(), text: 'Hello {{ name }}, they are booked.' };
  expect((await operator.call('answerSupport', { body })).body.fields).toEqual({ text: 'placeholder_left' });
});
