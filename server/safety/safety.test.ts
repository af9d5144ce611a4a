import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { MOST_SHARED_DATES } from '#contract/safety/date-limits.ts';
import { testApp, type Client } from '#support/app.ts';
import { emptyQueue, postponeJobs, queuedJobs } from '#support/job-queue.ts';
import { setSettings } from '#support/members.ts';
import { forgetExpiredDates } from './forget-expired-dates.ts';
import { CHECK_IN_REMINDER } from './index.ts';

const app = testApp();
const HOUR = 3600;
let anna: Client;
let bea: Client;
let clientIds = 0;

beforeEach(async () => {
  await app.shiftToNoon();
  anna = await app.as('anna', { language: 'en' });
  bea = await app.as('bea', { language: 'en' });
  await sql`update members set time_zone = 'UTC', notifications_disabled = '{}', status = 'active'
    where id in (${anna.memberId}, ${bea.memberId})`.execute(app.db);
  for (const table of ['shared_dates', 'outbox_items', 'notification_mails', 'push_subscriptions'])
    await sql`delete from ${sql.table(table)}`.execute(app.db);
  await emptyQueue(app.db);
});

/** An instant this many hours from now, by the database's clock. */
async function inHours(hours: number): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select to_char((app_now() + make_interval(hours => ${hours})) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:00"Z"') as at`.execute(
    app.db,
  );
  return rows[0]!.at;
}

const uuid = () => `00000000-0000-4000-8000-${String(++clientIds).padStart(12, '0')}`;

async function given(more: object = {}) {
  return {
    who: 'Bram',
    place: 'Café De Zwaan',
    note: 'I take the train.',
    starts_at: await inHours(2),
    time_zone: 'Europe/Amsterdam',
    check_in_hours: 3,
    ...more,
  };
}

const share = async (more: object = {}, client = anna) =>
  client.must('shareDate', { body: { client_id: uuid(), ...(await given(more)) } });
const datesOf = async (client = anna) => (await client.must('sharedDates')).dates;
const tokenOf = async (client = anna) => (await datesOf(client))[0]!.token;
const seenBy = (token: string, client = app.visitor()) => client.call('dateOfFriend', { query: { token } });
const mails = async () => (await app.outbox(anna.email)).filter(({ kind }) => kind === 'mail');

/** The token in the link of the newest reminder. */
async function reminderToken(): Promise<string> {
  const [link] = (await mails())[0]!.links.filter((one) => one.includes('/check-in'));
  return new URL(link!).searchParams.get('token')!;
}

/** Moves the clock past the check-in of a date that begins in two hours, and runs the job. */
async function afterDate(hours = 5.1) {
  await app.shiftToNoon(hours);
  await postponeJobs(app.db, 0);
  await app.runJobs();
}

test('shows a date to whoever has its link, and nothing more of either member', async () => {
  const starts_at = await inHours(2);
  await share({ starts_at, who: '  Bram ' });
  const { body, status, headers } = await seenBy(await tokenOf());
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(body).toEqual({
    member: 'Anna',
    who: 'Bram',
    place: 'Café De Zwaan',
    note: 'I take the train.',
    starts_at: new Date(starts_at).toISOString(),
    time_zone: 'Europe/Amsterdam',
    check_in_at: new Date(Date.parse(starts_at) + 3 * HOUR * 1000).toISOString(),
    checked_in_at: null,
    expires_at: new Date(Date.parse(starts_at) + 15 * HOUR * 1000).toISOString(),
  });
  expect(await datesOf(bea)).toEqual([]);
});

test('refuses forged, ended, expired and mixed-up links alike', async () => {
  const { id } = await share();
  const token = await tokenOf();
  const { rows } = await sql<{
    link_key: string;
  }>`select link_key from shared_dates where id = ${id}`.execute(app.db);
  const key = Buffer.from(rows[0]!.link_key.replaceAll('-', ''), 'hex');
  const forged = [
    '',
    'x',
    '%00',
    '🔥'.repeat(20),
    token.slice(0, -1),
    `${token}A`,
    `${token.slice(0, -2)}AA`,
    Buffer.concat([key, Buffer.alloc(16)]).toString('base64url'),
    Buffer.concat([Buffer.alloc(16), Buffer.from(token, 'base64url').subarray(16)]).toString('base64url'),
  ];
  for (const one of forged) {
    const { status, body } = await seenBy(one);
    expect([one, status, body.error]).toEqual([one, 410, 'link_expired']);
  }
  expect((await seenBy('x'.repeat(101))).status).toBe(400);
  // A friend's link must not check in, and the other member must not either.
  for (const body of [{ token }, { id }, {}])
    expect((await app.visitor().call('checkIn', { body })).status).toBe(410);
  expect((await bea.call('checkIn', { body: { id } })).status).toBe(410);
  expect((await bea.call('changeSharedDate', { body: { id, ...(await given()) } })).status).toBe(404);
  await bea.must('endSharedDate', { body: { id } });
  expect((await seenBy(token)).status).toBe(200);

  await app.shiftToNoon(2 + 3 + 12.1);
  expect([(await seenBy(token)).status, await datesOf()]).toEqual([410, []]);
  expect((await anna.call('checkIn', { body: { id } })).status).toBe(410);
  await app.shiftToNoon();
  for (let i = 0; i < 2; i++) await anna.must('endSharedDate', { body: { id } });
  expect((await seenBy(token)).status).toBe(410);
});

test('ends the link with the account, at once when its deletion begins', async () => {
  await share();
  const token = await tokenOf();
  await sql`update members set status = 'pending_deletion' where id = ${anna.memberId}`.execute(app.db);
  expect((await seenBy(token)).status).toBe(410);
});

test('keeps the link when the member changes the date', async () => {
  const { id } = await share();
  const token = await tokenOf();
  await anna.must('checkIn', { body: { id } });
  const same = await given({ starts_at: (await datesOf())[0]!.starts_at });
  await anna.must('changeSharedDate', { body: { id, ...same, note: 'By bike.' } });
  expect((await seenBy(token)).body).toMatchObject({ note: 'By bike.', checked_in_at: expect.any(String) });
  const starts_at = await inHours(26);
  await anna.must('changeSharedDate', { body: { id, ...(await given({ starts_at })) } });
  expect((await seenBy(token)).body).toMatchObject({
    starts_at: new Date(starts_at).toISOString(),
    checked_in_at: null,
  });
});

test('shares a date once however often the call is repeated, and five dates at most', async () => {
  const body = { client_id: uuid(), ...(await given()) };
  const ids = await Promise.all([1, 2, 3].map(() => anna.must('shareDate', { body })));
  expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
  const more = await Promise.all(
    Array.from({ length: MOST_SHARED_DATES }, async () =>
      anna.call('shareDate', { body: { client_id: uuid(), ...(await given()) } }),
    ),
  );
  expect(more.filter(({ status }) => status !== 201).map(({ body: refused }) => refused.error)).toEqual([
    'too_many_dates',
  ]);
  expect(await datesOf()).toHaveLength(MOST_SHARED_DATES);
  await share({}, bea);
});

test('refuses what is no date', async () => {
  const refused = async (more: object) => {
    const { status, body } = await anna.call('shareDate', {
      body: { client_id: uuid(), ...(await given(more)) },
    });
    return [status, Object.keys(body.fields ?? {})];
  };
  expect(await refused({ who: '   ' })).toEqual([422, ['who']]);
  expect(await refused({ starts_at: await inHours(-13) })).toEqual([422, ['starts_at']]);
  expect(await refused({ starts_at: await inHours(61 * 24) })).toEqual([422, ['starts_at']]);
  for (const starts_at of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:60Z', '1969-12-31T00:00:00Z'])
    expect([starts_at, ...(await refused({ starts_at }))]).toEqual([starts_at, 422, ['starts_at']]);
  expect(await refused({ starts_at: 'tomorrow' })).toEqual([400, ['starts_at']]);
  for (const time_zone of ['Mars/Olympus', '+02:00', "'; drop"])
    expect([time_zone, ...(await refused({ time_zone }))]).toEqual([time_zone, 422, ['time_zone']]);
  expect(await refused({ check_in_hours: 25 })).toEqual([400, ['check_in_hours']]);
  expect(await refused({ place: 'x'.repeat(201) })).toEqual([400, ['place']]);
  expect(await refused({ photo: 'x' })).toEqual([400, ['photo']]);
  expect(await datesOf()).toEqual([]);
});

test('reminds a member once, even at night, without mentioning a date', async () => {
  await share();
  await sql`update members set time_zone = 'Asia/Tokyo' where id = ${anna.memberId}`.execute(app.db);
  await afterDate();
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail!.subject).toBe('Are you home?');
  expect(`${mail!.subject} ${mail!.text}`).not.toMatch(/Bram|Zwaan|train|date/i);
  const token = await reminderToken();
  expect((await seenBy(token)).status).toBe(410);
  const seen = async () => (await seenBy(await tokenOf())).body.checked_in_at;
  expect(await seen()).toBe(null);
  const { checked_in_at } = await app.visitor().must('checkIn', { body: { token } });
  expect(await seen()).toBe(checked_in_at);
  await app.shiftToNoon(6);
  expect(await app.visitor().must('checkIn', { body: { token } })).toEqual({ checked_in_at });
});

test('pushes the reminder without a word about the date', async () => {
  await sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth) values (${anna.memberId}, 'https://push.example/1', 'x', 'y')`.execute(
    app.db,
  );
  await sql`update members set notifications_disabled = '{email:check_ins}' where id = ${anna.memberId}`.execute(
    app.db,
  );
  await share();
  await app.shiftToNoon(5.1);
  const [job] = await queuedJobs(app.db, CHECK_IN_REMINDER);
  expect(job!.payload).toEqual({ date: (await datesOf())[0]!.id });
  await afterDate();
  expect(await mails()).toEqual([]);
  const pushes = (await app.app.outbox.items({})).filter(({ kind }) => kind === 'push');
  expect(pushes).toHaveLength(1);
  expect(JSON.stringify(pushes)).toContain('Are you home?');
  expect(JSON.stringify(pushes)).not.toMatch(/Bram|Zwaan|train/);
});

test('does not remind of dates that were ended, moved, checked in or have no check-in', async () => {
  const { id } = await share();
  await anna.must('changeSharedDate', {
    body: { id, ...(await given({ starts_at: await inHours(30) })) },
  });
  const fine = await share();
  await anna.must('checkIn', { body: fine });
  await share({ check_in_hours: null });
  const ended = await share();
  await anna.must('endSharedDate', { body: ended });
  await sql`update members set notifications_disabled = '{push:check_ins}' where id = ${anna.memberId}`.execute(
    app.db,
  );
  await afterDate();
  expect(await mails()).toEqual([]);
  await sql`update members set notifications_disabled = '{check_ins}' where id = ${anna.memberId}`.execute(
    app.db,
  );
  await share({ starts_at: await inHours(-3) });
  await afterDate(5.2);
  expect(await mails()).toEqual([]);
});

test('deletes a date once the site’s hours have passed since its check-in', async () => {
  await setSettings(app, { shared_date_hours: 1 });
  await share();
  await share({ check_in_hours: null }, bea);
  const left = async () =>
    (await sql<{ member_id: number }>`select member_id from shared_dates`.execute(app.db)).rows.map(
      ({ member_id }) => member_id,
    );
  await app.shiftToNoon(3.1);
  await forgetExpiredDates(app.db);
  expect(await left()).toEqual([anna.memberId]);
  await app.shiftToNoon(6.1);
  await forgetExpiredDates(app.db);
  expect(await left()).toEqual([]);
  await setSettings(app, {});
});

describe('with the limits of a live site', () => {
  const site = testApp({ LIMITS_SCALE: '1' });

  test('limits how often links are tried and dates are shared', async () => {
    const visitor = site.visitor();
    const tries = [];
    for (let i = 0; i < 61; i++) tries.push((await seenBy('x', visitor)).status);
    expect([tries[59], tries[60]]).toEqual([410, 429]);
    const carla = await site.as('carla');
    const shares = [];
    for (let i = 0; i < 21; i++)
      shares.push(
        (await carla.call('shareDate', { body: { client_id: uuid(), ...(await given({ who: ' ' })) } }))
          .status,
      );
    expect([shares[19], shares[20]]).toEqual([422, 429]);
    const presses = [];
    for (let i = 0; i < 61; i++)
      presses.push((await visitor.call('checkIn', { body: { token: 'x' } })).status);
    expect([presses[59], presses[60]]).toEqual([410, 429]);
  });
});
