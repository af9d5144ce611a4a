import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { AGE_REVIEW_DAYS, agePictures } from '#contract/age-checks/lists.ts';
import type { CallBody } from '#contract/calls.ts';
import { testApp, type Client } from '#support/app.ts';
import { browserOf, plant, plantWithBrowser, setSettings } from '#support/members.ts';
import { operatorWith } from '#support/office/office-work.ts';
import { picture } from '#support/pictures.ts';

const app = testApp();
let jpeg: Buffer;
let mona: Client;
let otto: Client;
beforeAll(async () => {
  jpeg = await picture(600, 800).jpeg().toBuffer();
  mona = await operatorWith(app, 'moderator');
  otto = await operatorWith(app, 'moderator');
});
beforeEach(async () => {
  await app.shiftToNoon();
  await setSettings(app, { age_assurance: { DE: 'before_contact' } });
});

let planted = 0;
async function memberWithMail() {
  const email = `age-check-${++planted}@plant.test`;
  return { member: await plantWithBrowser(app, { country: 'DE', email }), email };
}
const begin = (member: Client) => member.must('beginAgeCheck', { body: { provider: 'office' } });
const send = (member: Client, part: 'document' | 'selfie') =>
  member.call('sendAgePicture', { body: { part }, file: { content: jpeg } });
async function sendBoth(member: Client) {
  for (const part of agePictures) expect((await send(member, part)).status).toBe(200);
}
const waiting = async (operator: Client, member: Client) =>
  (await operator.must('adminAgeChecks')).checks.find((check) => check.member.id === member.memberId);
const decide = (operator: Client, body: CallBody<'decideAgeCheck'>) =>
  operator.call('decideAgeCheck', { body });
const picturesOf = async (member: Client) =>
  (
    await sql<{ sealed: Buffer }>`
    select sealed from age_check_pictures p join age_checks c on c.id = p.check_id where c.member_id = ${member.memberId}`.execute(
      app.db,
    )
  ).rows.map(({ sealed }) => sealed);

async function refusedMember(): Promise<Client> {
  const member = await plantWithBrowser(app, { country: 'DE' });
  await begin(member);
  await sendBoth(member);
  const { id } = (await waiting(mona, member))!;
  expect((await decide(mona, { id, adult: false, reason: 'not_same_person' })).status).toBe(200);
  return member;
}

test('waits for both pictures, and lets the member through once a moderator approves', async () => {
  const { member: anna, email } = await memberWithMail();
  const bram = await plant(app, { gender: 'male' });
  expect(await begin(anna)).toMatchObject({ state: 'pictures', provider: 'office', url: null, sent: [] });
  expect((await send(anna, 'selfie')).body).toMatchObject({ state: 'pictures', sent: ['selfie'] });
  expect(await waiting(mona, anna)).toBeUndefined();
  expect((await send(anna, 'document')).body).toMatchObject({ state: 'waiting' });
  const like = () => anna.call('like', { body: { profile: bram } });
  expect((await like()).body).toMatchObject({ error: 'age_check_required' });

  const { id, appeal } = (await waiting(mona, anna))!;
  expect(appeal).toBeUndefined();
  expect((await decide(mona, { id, adult: true })).status).toBe(200);
  expect(await anna.must('ageCheck')).toMatchObject({ state: 'passed', method: 'document', appeal: 'none' });
  expect((await like()).status).toBe(200);
  expect(await picturesOf(anna)).toEqual([]);
  expect((await anna.must('activity')).events.map(({ kind }) => kind)).toContain('age_checked');
  const mails = (await app.outbox(email)).filter(({ text }) => text?.includes('Your age has been checked'));
  expect(mails).toHaveLength(1);
  expect(mails[0]!.subject).not.toMatch(/age/i);
});

test('shows the pictures to moderators only, until the decision, and stores them sealed', async () => {
  const anna = await plantWithBrowser(app, { country: 'DE' });
  await begin(anna);
  await send(anna, 'document');
  const { rows } = await sql<{
    id: number;
  }>`select id from age_checks where member_id = ${anna.memberId}`.execute(app.db);
  const id = rows[0]!.id;
  const address = `/age-pictures/${id}/document`;
  expect((await mona.request('GET', address)).status, 'not sent yet').toBe(404);
  await send(anna, 'selfie');
  const support = await operatorWith(app, 'support');
  const statuses = [];
  for (const who of [mona, anna, support, app.visitor()])
    statuses.push((await who.request('GET', address)).status);
  expect(statuses).toEqual([200, 404, 404, 404]);
  const { headers } = await mona.request('GET', address);
  expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-store' });
  for (const sealed of await picturesOf(anna)) expect(sealed.includes('WEBP')).toBe(false);
  for (const wrong of [`/age-pictures/${id}/passport`, '/age-pictures/0/document', '/age-pictures/x/selfie'])
    expect((await mona.request('GET', wrong)).status).toBe(404);
  const looks = await sql`
    select from audit_log where operator_id = ${mona.memberId} and action = 'age_check.picture' and object = ${String(id)}`.execute(
    app.db,
  );
  expect(looks.rows.length).toBeGreaterThan(0);
  await decide(mona, { id, adult: false, reason: 'unclear' });
  expect((await mona.request('GET', address)).status).toBe(404);
});

test('has somebody else decide an appeal, with new pictures', async () => {
  const anna = await refusedMember();
  expect(await anna.must('ageCheck')).toMatchObject({
    state: 'failed',
    reason: 'not_same_person',
    appeal: 'possible',
  });
  const appealed = await anna.must('appealAgeCheck', { body: { text: 'I have a beard now.' } });
  expect(appealed).toMatchObject({ state: 'pictures', appeal: 'open' });
  await anna.must('appealAgeCheck', { body: {} });
  await sendBoth(anna);
  expect(await waiting(mona, anna)).toBeUndefined();
  const { id, appeal } = (await waiting(otto, anna))!;
  expect(appeal).toEqual({ reason: 'not_same_person', text: 'I have a beard now.' });
  expect((await decide(mona, { id, adult: true })).body).toMatchObject({ error: 'own_decision' });
  expect((await decide(otto, { id, adult: true })).status).toBe(200);
  expect(await anna.must('ageCheck')).toMatchObject({ state: 'passed', appeal: 'none' });
  const { rows } = await sql<{ kept: number }>`
    select count(*)::int as kept from age_checks where member_id = ${anna.memberId} and appeal_text is not null`.execute(
    app.db,
  );
  expect(rows[0]!.kept).toBe(0);
});

test('allows one appeal per refusal, before the deadline', async () => {
  const anna = await refusedMember();
  await anna.must('appealAgeCheck', { body: {} });
  await anna.must('withdrawAgeCheck');
  await anna.must('appealAgeCheck', { body: {} });
  await sendBoth(anna);
  const { id } = (await waiting(otto, anna))!;
  await decide(otto, { id, adult: false, reason: 'not_same_person' });
  expect(await anna.must('ageCheck')).toMatchObject({ state: 'failed', appeal: 'upheld' });
  expect((await anna.call('appealAgeCheck', { body: {} })).status).toBe(409);

  const late = await refusedMember();
  await app.shiftToNoon(24 * 31);
  expect((await late.must('ageCheck')).appeal).toBe('none');
  expect((await late.call('appealAgeCheck', { body: {} })).status).toBe(409);
});

test('holds the account of a member whose document says under 18, until an appeal shows otherwise', async () => {
  const { member: anna } = await memberWithMail();
  await begin(anna);
  await sendBoth(anna);
  const { id } = (await waiting(mona, anna))!;
  await decide(mona, { id, adult: false, reason: 'too_young' });
  expect((await anna.must('user')).held).toBe(true);
  const { accounts } = await otto.must('adminHeldAccounts');
  expect(accounts[0]).toMatchObject({ id: anna.memberId, reasons: [{ reason: 'minor_document' }] });

  await anna.must('appealAgeCheck', { body: {} });
  await sendBoth(anna);
  const appeal = (await waiting(otto, anna))!;
  await decide(otto, { id: appeal.id, adult: true });
  expect((await anna.must('user')).held).toBeUndefined();
});

test('decides once: repeats change nothing, and other decisions conflict', async () => {
  const { member: anna, email } = await memberWithMail();
  await begin(anna);
  await sendBoth(anna);
  const { id } = (await waiting(mona, anna))!;
  expect((await decide(mona, { id, adult: false })).status).toBe(422);
  expect((await decide(mona, { id: 999_999, adult: true })).status).toBe(404);
  const refusal = { id, adult: false, reason: 'unclear' } as const;
  const both = await Promise.all([decide(mona, refusal), decide(otto, { id, adult: true })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { state } = await anna.must('ageCheck');
  const repeat = state === 'passed' ? { id, adult: true } : refusal;
  expect((await decide(mona, repeat)).status).toBe(200);
  const mails = (await app.outbox(email)).filter(({ subject }) => subject?.includes('has a result'));
  expect(mails).toHaveLength(1);
});

test('refuses pictures without an open check, broken ones, and decisions without pictures', async () => {
  const anna = await plantWithBrowser(app, { country: 'DE' });
  expect((await send(anna, 'document')).status).toBe(409);
  await begin(anna);
  const broken = await anna.call('sendAgePicture', {
    body: { part: 'document' },
    file: { content: Buffer.from('not a picture') },
  });
  expect(broken.body).toMatchObject({ error: 'photo_unsupported' });
  const { rows } = await sql<{
    id: number;
  }>`select id from age_checks where member_id = ${anna.memberId}`.execute(app.db);
  expect((await decide(mona, { id: rows[0]!.id, adult: true })).status).toBe(409);
  await sendBoth(anna);
  await anna.must('withdrawAgeCheck');
  expect(await picturesOf(anna)).toEqual([]);
  expect((await decide(mona, { id: rows[0]!.id, adult: true })).status).toBe(409);
});

test('deletes pictures that nobody has looked at in time, and lets nobody through', async () => {
  const anna = await plantWithBrowser(app, { country: 'DE' });
  await begin(anna);
  await sendBoth(anna);
  const settle = async () => {
    await app.app.jobs.add(app.db, 'settle-age-checks');
    await app.runJobs();
  };
  await app.shiftToNoon(24 * (AGE_REVIEW_DAYS - 1));
  await settle();
  expect((await anna.must('ageCheck')).state).toBe('waiting');
  await app.shiftToNoon(24 * (AGE_REVIEW_DAYS + 1));
  await settle();
  expect(await anna.must('ageCheck')).toMatchObject({ state: 'failed', reason: 'expired', appeal: 'none' });
  expect(await picturesOf(anna)).toEqual([]);
  expect((await anna.must('user')).age_check).toBe('before_contact');
});

test('asks for the pictures again after a backup without them was restored', async () => {
  const anna = await plantWithBrowser(app, { country: 'DE' });
  await begin(anna);
  await sendBoth(anna);
  const { id } = (await waiting(mona, anna))!;
  await sql`delete from age_check_pictures`.execute(app.db);
  expect(await anna.must('ageCheck')).toMatchObject({ state: 'pictures', sent: [] });
  expect(await waiting(mona, anna)).toBeUndefined();
  expect((await decide(mona, { id, adult: true })).body).toMatchObject({ error: 'conflict' });
  await sendBoth(anna);
  expect((await anna.must('ageCheck')).state).toBe('waiting');
});

test('gives moderators different checks, and shows auditors the whole queue', async () => {
  const anna = await plantWithBrowser(app, { country: 'DE' });
  await begin(anna);
  await sendBoth(anna);
  expect(await waiting(mona, anna)).toBeDefined();
  expect(await waiting(otto, anna)).toBeUndefined();
  const auditor = await operatorWith(app, 'auditor');
  expect(await waiting(auditor, anna)).toBeDefined();
  expect((await decide(auditor, { id: 1, adult: true })).status).toBe(403);
  const tasks = await (await browserOf(app, otto.memberId)).must('adminTasks');
  expect(tasks.age_checks).toBeGreaterThan(0);
});

test("leaves a moderator's own check to a colleague", async () => {
  const vain = await operatorWith(app, 'moderator');
  await begin(vain);
  await sendBoth(vain);
  expect(await waiting(vain, vain)).toBeUndefined();
  const { id } = (await waiting(mona, vain))!;
  expect((await decide(vain, { id, adult: true })).body).toMatchObject({ error: 'own_decision' });
  expect((await decide(mona, { id, adult: true })).status).toBe(200);
});
