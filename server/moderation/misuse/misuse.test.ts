import { afterEach, beforeAll, expect, test } from 'vitest';
import { type Client, testApp } from '#support/app.ts';
import { plant } from '#support/members.ts';
import { complaintCalls } from '#support/office/complaints.ts';

const app = testApp();
const { operatorOf, complain } = complaintCalls(app);
const DAY = 86_400;
let moderator: Client;
let colleague: Client;
let bram: number;

beforeAll(async () => {
  moderator = await operatorOf(['moderator']);
  colleague = await operatorOf(['moderator']);
  bram = await plant(app, { name: 'Bram', gender: 'male' });
});
afterEach(() => app.shiftClock(0));

const reject = (id: number, unfounded = true) =>
  moderator.must('decideComplaint', { body: { id, outcome: 'no_violation', unfounded } });

async function unfounded(from: Client, times: number): Promise<number[]> {
  const ids: number[] = [];
  for (let sent = 0; sent < times; sent++) {
    const id = await complain(from, { profile: bram });
    await reject(id);
    ids.push(id);
  }
  return ids;
}

const take = (member: Client, kind: 'complaint_warning' | 'complaint_suspension', more: object = {}) =>
  moderator.call('takeMeasure', {
    body: {
      member: member.memberId,
      kind,
      ground: 'complaint_misuse',
      facts: 'Your reports were about people who had not answered you.',
      ...(kind === 'complaint_suspension' && { days: 7 as const }),
      ...more,
    },
  });

const report = (from: Client, category: 'harassment' | 'underage') =>
  from.call('complaint', { body: { profile: bram, category, text: 'She is at it again' } });

const suspended = async (name: string): Promise<Client> => {
  const member = await app.as(name);
  await unfounded(member, 3);
  await take(member, 'complaint_warning');
  await unfounded(member, 1);
  const { status, body } = await take(member, 'complaint_suspension');
  expect(status, JSON.stringify(body)).toBe(201);
  return member;
};

/** The way to appeal against the suspension; the mail about the warning before it has one too. */
const tokenIn = async (email: string) => {
  const mail = (await app.outbox(email)).find(({ text }) => text.includes('under 18'));
  const link = mail!.links.find((address) => address.includes('/appeal'))!;
  return new URL(link).searchParams.get('token')!;
};

test('needs three unfounded complaints for a warning, and another one after it for a suspension', async () => {
  const anna = await app.as('anna');
  await unfounded(anna, 2);
  // A complaint without a violation is not unfounded by that alone.
  await reject(await complain(anna, { profile: bram }), false);
  expect((await take(anna, 'complaint_warning')).body.fields).toEqual({ kind: 'misuse_rare' });
  await unfounded(anna, 1);
  expect((await take(anna, 'complaint_suspension')).body.fields).toEqual({ kind: 'misuse_unwarned' });
  expect((await take(anna, 'complaint_warning')).status).toBe(201);
  expect((await take(anna, 'complaint_suspension')).body.fields).toEqual({ kind: 'misuse_unwarned' });
  expect((await report(anna, 'harassment')).status, 'a warning stops nothing').toBe(201);
  await unfounded(anna, 1);
  expect((await take(anna, 'complaint_suspension')).status).toBe(201);
});

test('forgets unfounded complaints and warnings after twelve months', async () => {
  const berta = await app.as('berta');
  await unfounded(berta, 3);
  await take(berta, 'complaint_warning');
  await app.shiftClock(370 * DAY);
  moderator = await operatorOf(['moderator']);
  await berta.must('login', { body: { email: berta.email, password: 'een-lang-wachtwoord' } });
  await unfounded(berta, 1);
  expect((await take(berta, 'complaint_suspension')).body.fields).toEqual({ kind: 'misuse_rare' });
  await unfounded(berta, 2);
  expect((await take(berta, 'complaint_suspension')).body.fields).toEqual({ kind: 'misuse_unwarned' });
});

test('refuses complaints of a suspended member until the day comes, except about minors', async () => {
  const carla = await suspended('carla');
  const { status, body } = await report(carla, 'harassment');
  expect([status, body.error]).toEqual([403, 'complaints_suspended']);
  expect(body.params).toEqual({ until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
  expect((await report(carla, 'underage')).status).toBe(201);
  expect((await carla.call('user')).status, 'the account stays open').toBe(200);
  expect((await carla.call('block', { body: { profile: bram } })).status).toBe(200);
  await carla.must('unblock', { body: { profile: bram } });
  const mails = await app.outbox(carla.email);
  expect(mails.map(({ text }) => text).join()).toContain('except about anyone who may be under 18');

  await app.shiftClock(8 * DAY);
  expect((await report(carla, 'harassment')).status, 'before the job has run').toBe(201);
  await app.app.jobs.add(app.db, 'end-suspensions').then(() => app.runJobs());
  expect((await carla.must('activity')).events[0]).toMatchObject({ kind: 'complaints_open' });
});

test('a successful appeal accepts complaints again, and no longer counts the decision', async () => {
  const dora = await suspended('dora');
  await app.visitor().must('appeal', { body: { token: await tokenIn(dora.email), text: 'It was true.' } });
  const { appeals } = await colleague.must('adminAppeals');
  const { id } = appeals.find(({ member }) => member?.id === dora.memberId)!;
  await colleague.must('decideAppeal', { body: { id, reverse: true, note: 'It was.' } });
  expect((await report(dora, 'harassment')).status).toBe(201);

  const erna = await app.as('erna');
  const [first] = await unfounded(erna, 3);
  await erna.must('appeal', { body: { complaint: first!, text: 'Look again.' } });
  const again = (await colleague.must('adminAppeals')).appeals.find(
    ({ member }) => member?.id === erna.memberId,
  );
  await colleague.must('decideAppeal', { body: { id: again!.id, reverse: true, note: 'We will.' } });
  expect((await take(erna, 'complaint_warning')).body.fields).toEqual({ kind: 'misuse_rare' });
});

test('an operator lifts a suspension, and a mail says that reports are accepted again', async () => {
  const fay = await suspended('fay');
  const file = await moderator.must('adminMember', { query: { id: fay.memberId } });
  const { id } = file.measures.find(({ kind }) => kind === 'complaint_suspension')!;
  await moderator.must('endMeasure', { body: { id, note: 'We were too strict.' } });
  expect((await report(fay, 'harassment')).status).toBe(201);
  const mails = await app.outbox(fay.email);
  expect(mails.map(({ subject }) => subject).join()).toMatch(/You can report again/);
});

test('keeps grounds and kinds apart, and marks only complaints without a violation', async () => {
  const gina = await app.as('gina');
  await unfounded(gina, 3);
  expect((await take(gina, 'complaint_warning', { ground: 'spam' })).body.fields).toEqual({
    ground: 'invalid',
  });
  const ban = { kind: 'ban', ground: 'complaint_misuse' };
  expect((await take(gina, 'complaint_warning', ban)).body.fields).toEqual({ ground: 'invalid' });
  const id = await complain(gina, { profile: bram });
  const answered = { id, outcome: 'answered' as const, unfounded: true };
  expect((await moderator.call('decideComplaint', { body: answered })).body.fields).toEqual({
    unfounded: 'invalid',
  });
  await moderator.must('takeComplaint', { body: { id } });
  const { reporter } = await moderator.must('adminComplaint', { query: { id } });
  expect(reporter).toMatchObject({ member: gina.memberId, unfounded: 3 });
});

test('the transparency report counts warnings and suspensions', async () => {
  const { measures } = await moderator.must('adminTransparency', { query: {} });
  const counted = measures.filter(({ ground }) => ground === 'complaint_misuse').map(({ kind }) => kind);
  expect(counted).toEqual(['complaint_suspension', 'complaint_warning']);
});
