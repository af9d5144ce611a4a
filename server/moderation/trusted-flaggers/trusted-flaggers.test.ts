import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type Client, testApp } from '#support/app.ts';
import { plant } from '#support/members.ts';
import { complaintCalls } from '#support/office/complaints.ts';
import { newTrustedFlagger } from '#support/office/request-bodies.ts';

const app = testApp();
const { operatorOf, complain } = complaintCalls(app);
let owner: Client;
let moderator: Client;
let bram: number;

beforeAll(async () => {
  owner = await operatorOf(['owner']);
  moderator = await operatorOf(['moderator']);
  bram = await plant(app, { name: 'Bram', gender: 'male' });
});

async function lastLink(email: string): Promise<string> {
  const links = (await app.outbox(email)).flatMap((mail) => mail.links);
  const link = links.find((address) => address.includes('flagger='))!;
  return new URL(link).searchParams.get('flagger')!;
}

async function flagger() {
  const body = newTrustedFlagger();
  await owner.must('addTrustedFlagger', { body });
  return { ...body, token: await lastLink(body.email) };
}

const notice = (token: string, more: object = {}) =>
  app.visitor().call('flaggerComplaint', {
    body: {
      ...{ token, category: 'fake_profile', text: 'This is a scam.', client_id: randomUUID() },
      content_url: `http://localhost/nl/members/${bram}`,
      ...more,
    },
  });

test('lists a notice before urgent complaints, and names the organisation and the member', async () => {
  const anna = await app.as('anna');
  const urgent = await complain(anna, { profile: bram, category: 'underage' });
  const { token, name, email } = await flagger();
  expect(await app.visitor().must('flagger', { query: { token } })).toEqual({ name });
  const { status, body } = await notice(token);
  expect(status, JSON.stringify(body)).toBe(201);
  const { complaints } = await moderator.must('adminComplaints');
  expect(complaints.slice(0, 2).map(({ id, trusted_flagger }) => [id, trusted_flagger])).toEqual([
    [body.id, true],
    [urgent, false],
  ]);
  await moderator.must('takeComplaint', { body: { id: body.id } });
  const file = await moderator.must('adminComplaint', { query: { id: body.id } });
  expect(file).toMatchObject({
    member: { id: bram },
    reporter: { name, email, member: null },
    can_close: true,
  });

  await moderator.must('decideComplaint', {
    body: { id: body.id, outcome: 'warned', ground: 'fake_profile', facts: 'You asked for money.' },
  });
  const mails = await app.outbox(email);
  expect(mails.some(({ links }) => links.some((link) => link.includes('/appeal?token=')))).toBe(true);
  const { notices } = await moderator.must('adminTransparency', { query: {} });
  expect(notices).toContainEqual(
    expect.objectContaining({
      category: 'fake_profile',
      outcome: 'warned',
      number: 1,
      by_trusted_flaggers: 1,
    }),
  );
});

test('names no member if the address is not that of a profile on this site', async () => {
  const { token } = await flagger();
  for (const content_url of [
    'https://elsewhere.test/members/1',
    'the photo on the home page',
    '/members/999999',
  ]) {
    const { status, body } = await notice(token, { content_url });
    expect(status).toBe(201);
    await moderator.must('takeComplaint', { body: { id: body.id } });
    const file = await moderator.must('adminComplaint', { query: { id: body.id } });
    expect([file.member, file.content_url]).toEqual([null, content_url]);
  }
  expect((await notice(token, { content_url: ' ' })).body.fields).toEqual({ content_url: 'required' });
});

test('stores a repeated notice once', async () => {
  const { token } = await flagger();
  const client_id = randomUUID();
  const [first, second] = [await notice(token, { client_id }), await notice(token, { client_id })];
  expect([second.status, second.body.id]).toEqual([201, first.body.id]);
});

test('gives no priority to a typed address, a forged or renewed link, or after the status has ended', async () => {
  const { id, token, email, name } = await flagger();
  const typed = await app.visitor().must('complaint', {
    body: { category: 'spam', text: 'Look at this', email, name },
  });
  const { complaints } = await moderator.must('adminComplaints');
  expect(complaints.find((each) => each.id === typed.id)).toMatchObject({
    trusted_flagger: false,
    priority: 4,
  });

  expect((await notice(`${token}x`)).body.error).toBe('link_expired');
  await owner.must('renewFlaggerLink', { body: { id } });
  expect((await notice(token)).body.error).toBe('link_expired');
  expect((await app.visitor().call('flagger', { query: { token } })).body.error).toBe('link_expired');
  const renewed = await lastLink(email);
  expect((await notice(renewed)).status).toBe(201);
  await owner.must('endTrustedFlagger', { body: { id } });
  await owner.must('endTrustedFlagger', { body: { id } });
  expect((await notice(renewed)).body.error).toBe('link_expired');
  expect((await owner.call('renewFlaggerLink', { body: { id } })).status).toBe(404);
});

test('mails one link for a repeated request, and counts the notices by their outcome', async () => {
  const body = newTrustedFlagger();
  await owner.must('addTrustedFlagger', { body });
  await owner.must('addTrustedFlagger', { body });
  expect(await app.outbox(body.email)).toHaveLength(1);
  const token = await lastLink(body.email);
  const ids: number[] = [];
  for (let sent = 0; sent < 3; sent++) ids.push((await notice(token)).body.id);
  await moderator.must('decideComplaint', {
    body: { id: ids[0]!, outcome: 'no_violation', unfounded: true },
  });
  await moderator.must('decideComplaint', { body: { id: ids[1]!, outcome: 'no_violation' } });
  const { flaggers } = await moderator.must('trustedFlaggers');
  expect(flaggers.find(({ id }) => id === body.id)).toMatchObject({
    ...{ notices: 3, undecided: 1, without_violation: 2, unfounded: 1, ended_at: null },
  });
  const wrong = { ...newTrustedFlagger(), email: 'nobody' };
  expect((await owner.call('addTrustedFlagger', { body: wrong })).body.fields).toEqual({
    email: 'email_invalid',
  });
});
