import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import { emptyQueue, queuedJobs } from '#support/job-queue.ts';
import { browserOf, plant, plantWithBrowser, setSettings } from '#support/members.ts';
import { operatorWith } from '#support/office/office-work.ts';
import { phoneHeic } from '#support/pictures.ts';
import { AGE_CHECK_REMINDER } from './remind-of-expiry.ts';

const app = testApp({ AGE_PROVIDERS: 'sandbox,office' });

/** A passed check of the sandbox counts for 365 days. */
const VALID_DAYS = 365;
const daysBeforeEnd = (days: number) => (VALID_DAYS - days) * 24;

let mailed = 0;

beforeEach(async () => {
  await app.shiftToNoon();
  await setSettings(app, { age_assurance: { DE: 'before_contact' } });
});

/** A member of Germany who has passed a check, with a mail address and a phone. */
async function passedMember(options: Parameters<typeof plantWithBrowser>[1] = {}) {
  const email = `renewing${++mailed}@example.test`;
  const member = await plantWithBrowser(app, { country: 'DE', time_zone: 'UTC', email, ...options });
  await sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth)
    values (${member.memberId}, ${`https://push.example.test/${mailed}`}, 'p', 'a')`.execute(app.db);
  await renew(member, 'adult');
  await app.away();
  await app.outbox(email);
  await sql`delete from outbox_items`.execute(app.db);
  return { member, email };
}

const begin = (member: Client) => member.must('beginAgeCheck', { body: { provider: 'sandbox' } });

const choose = (member: Client, url: string | null, outcome: string) =>
  member.request('POST', `/sandbox/age/${url!.split('/').at(-1)}`, {
    payload: JSON.stringify({ outcome }),
    headers: { 'content-type': 'application/json' },
  });

const renew = async (member: Client, outcome: string) => choose(member, (await begin(member)).url, outcome);

const round = async () => {
  await app.app.jobs.add(app.db, 'remind-of-age-checks');
  await app.runJobs();
};

const settle = async () => {
  await app.app.jobs.add(app.db, 'settle-age-checks');
  await app.runJobs();
};

/** Mails and pushes to an address since its check passed, as "mail Subject" and "push Title". */
const news = async (email: string) =>
  (await app.outbox(email)).map(({ kind, subject }) => `${kind} ${subject ?? ''}`.trim()).toSorted();

const listed = async (member: Client) =>
  (await member.must('activity')).events.filter(({ kind }) => kind === 'age_check_ends');

const send = (sender: Client, profile: number) =>
  sender.call('send', { body: { profile, client_id: randomUUID(), text: 'Hello' } });

test('reminds once of a check that expires soon, by mail, push and activity, without naming it on a lock screen', async () => {
  const { member, email } = await passedMember({ language: 'de' });
  await app.shiftToNoon(daysBeforeEnd(15));
  await round();
  expect([await news(email), await listed(member)]).toEqual([[], []]);
  await app.shiftToNoon(daysBeforeEnd(13));
  await app.away();
  await Promise.all([round(), round()]);
  await app.shiftToNoon(daysBeforeEnd(2));
  await app.away();
  await round();
  const items = await app.outbox(email);
  expect(items.map(({ kind }) => kind).toSorted()).toEqual(['mail', 'push']);
  expect(items.find(({ kind }) => kind === 'mail')?.subject).toBe('Deine Prüfung auf Liaison läuft bald ab');
  expect(JSON.stringify(items.find(({ kind }) => kind === 'push'))).not.toMatch(/Alter/);
  expect(await listed(member)).toMatchObject([{ unread: true, details: {} }]);
});

test('waits for the end of quiet hours, and says nothing once the check was renewed meanwhile', async () => {
  const [asleep, renewed] = [await passedMember(), await passedMember()];
  await app.shiftToNoon(daysBeforeEnd(13) + 11);
  await app.away();
  await emptyQueue(app.db);
  await round();
  const jobs = await queuedJobs(app.db, AGE_CHECK_REMINDER);
  expect(jobs).toHaveLength(2);
  const hours = jobs.map(({ run_at }) => (run_at.getTime() - Date.now()) / 3_600_000);
  for (const wait of hours) expect(wait).toBeCloseTo(9, 1);
  expect([await news(asleep.email), await news(renewed.email)]).toEqual([[], []]);

  await renew(await browserOf(app, renewed.member.memberId), 'adult');
  await sql`delete from outbox_items`.execute(app.db);
  await app.shiftToNoon(daysBeforeEnd(12));
  await app.away();
  await emptyQueue(app.db);
  for (const { payload } of jobs) await app.app.jobs.add(app.db, AGE_CHECK_REMINDER, payload);
  await app.runJobs();
  expect(await news(asleep.email)).toEqual([
    'mail Your check on Liaison expires soon',
    'push Your check expires soon',
  ]);
  expect(await news(renewed.email)).toEqual([]);
});

test('reminds only members whose country still asks, and those whose country begins to ask later', async () => {
  const { member, email } = await passedMember();
  await setSettings(app, { age_assurance: {} });
  await app.shiftToNoon(daysBeforeEnd(13));
  await app.away();
  await round();
  expect([await news(email), await listed(member)]).toEqual([[], []]);
  await setSettings(app, { age_assurance: { DE: 'at_signup' } });
  await round();
  expect(await listed(member)).toHaveLength(1);
});

test('renews a check in its last two weeks, and reminds again before the next end', async () => {
  const { member, email } = await passedMember();
  const bram = await plant(app, { gender: 'male' });
  await app.shiftToNoon(daysBeforeEnd(15));
  expect(await member.must('ageCheck')).toMatchObject({ state: 'passed', renewable: false });
  expect((await member.call('beginAgeCheck', { body: { provider: 'sandbox' } })).status).toBe(409);

  await app.shiftToNoon(daysBeforeEnd(13));
  const before = await member.must('ageCheck');
  expect(before).toMatchObject({ state: 'passed', renewable: true, valid_until: before.expires_at });
  const open = await begin(member);
  expect(open).toMatchObject({ state: 'waiting', valid_until: before.valid_until, renewable: true });
  expect((await send(member, bram)).status).toBe(201);
  expect((await member.must('user')).age_check).toBeUndefined();
  await choose(member, open.url, 'adult');
  const after = await member.must('ageCheck');
  expect(after).toMatchObject({ state: 'passed', renewable: false, valid_until: after.expires_at });
  expect(new Date(after.valid_until!).getTime()).toBeGreaterThan(new Date(before.valid_until!).getTime());

  await app.away();
  await app.outbox(email);
  await sql`delete from outbox_items`.execute(app.db);
  await app.shiftToNoon(daysBeforeEnd(12));
  await round();
  expect([await news(email), await listed(member)]).toEqual([[], []]);
  await app.shiftToNoon(daysBeforeEnd(-1));
  expect((await send(member, bram)).status).toBe(201);
  await app.shiftToNoon(daysBeforeEnd(13 + 13) + VALID_DAYS * 24);
  await app.away();
  await round();
  expect(await news(email)).toEqual([
    'mail Your check on Liaison expires soon',
    'push Your check expires soon',
  ]);
});

test.each(['too_young', 'withdrawn', 'late'])(
  'leaves the check that counts until its end after a renewal that is %s, and blocks contact then',
  async (ending) => {
    const { member, email } = await passedMember();
    const bram = await plant(app, { gender: 'male' });
    await app.shiftToNoon(daysBeforeEnd(13));
    const { valid_until: end } = await member.must('ageCheck');
    const { url } = await begin(member);
    if (ending === 'too_young') await choose(member, url, 'too_young');
    if (ending === 'withdrawn') await member.must('withdrawAgeCheck');
    if (ending === 'late') {
      await app.shiftToNoon(daysBeforeEnd(11));
      await settle();
    }
    expect(await member.must('ageCheck')).toMatchObject({
      ...{
        too_young: { state: 'failed', reason: 'too_young' },
        withdrawn: { state: 'passed', provider: 'sandbox' },
        late: { state: 'failed', reason: 'expired' },
      }[ending],
      valid_until: end,
      renewable: true,
    });
    const mails = (await app.outbox(email)).filter(({ subject }) => subject?.includes('has a result'));
    expect(mails.map(({ text }) => text).join()).toMatch(
      ending === 'withdrawn' ? /^$/ : /Your earlier check is still valid until/,
    );
    expect((await send(member, bram)).status).toBe(201);
    expect((await begin(member)).state).toBe('waiting');
    await member.must('withdrawAgeCheck');

    await app.shiftToNoon(daysBeforeEnd(-1));
    expect(await member.must('ageCheck')).toMatchObject({ valid_until: null, renewable: false });
    expect((await send(member, bram)).body).toMatchObject({ error: 'age_check_required' });
    expect((await begin(member)).state).toBe('waiting');
  },
);

test('takes an appeal against a refused renewal, while the check counts', async () => {
  const { member } = await passedMember();
  await app.shiftToNoon(daysBeforeEnd(13));
  const [mona, otto] = [await operatorWith(app, 'moderator'), await operatorWith(app, 'moderator')];
  const sendBoth = async () => {
    for (const part of ['document', 'selfie'] as const)
      await member.must('sendAgePicture', {
        body: { part },
        file: { content: phoneHeic(), name: 'picture.heic', type: 'image/heic' },
      });
  };
  await member.must('beginAgeCheck', { body: { provider: 'office' } });
  await sendBoth();
  const [check] = (await mona.must('adminAgeChecks')).checks;
  await mona.must('decideAgeCheck', { body: { id: check!.id, adult: false, reason: 'unclear' } });
  expect(await member.must('ageCheck')).toMatchObject({
    state: 'failed',
    appeal: 'possible',
    renewable: true,
  });
  expect((await member.must('user')).age_check).toBeUndefined();
  await member.must('appealAgeCheck', { body: {} });
  await sendBoth();
  const [appeal] = (await otto.must('adminAgeChecks')).checks;
  await otto.must('decideAgeCheck', { body: { id: appeal!.id, adult: true } });
  expect(await member.must('ageCheck')).toMatchObject({ state: 'passed', appeal: 'none', renewable: false });
});
