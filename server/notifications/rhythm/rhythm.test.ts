import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type NotificationRhythm, USUAL_RHYTHM } from '#contract/rules/notification-rules.ts';
import { type Client, testApp } from '#support/app.ts';
import { emptyQueue, hurryJobs, queuedJobs } from '#support/job-queue.ts';
import { plant } from '#support/members.ts';
import { addresseeOf } from '../audience.ts';
import { secondsUntilDigest, secondsUntilQuietEnd } from '../mail-pace.ts';
import { notifyInspection } from '../notify-inspection.ts';
import { notifyLike } from '../notify-like.ts';
import { notifyMessage } from '../notify-message.ts';
import { notifyPhotoAccess } from '../notify-photo-access.ts';
import { notifySavedSearches } from '../notify-saved-searches.ts';
import { remindOfUnread } from '../reminders/remind-of-unread.ts';
import { sendNews } from '../send-news.ts';
import { weeklyUpdate } from '../weekly-update.ts';
import { PUSH_LATER, SEND_HELD_PUSHES, SEND_NEWS_DIGEST } from './rhythm-jobs.ts';

const app = testApp();
let anna: Client;

beforeEach(async () => {
  await app.shiftToNoon();
  anna = await app.as('anna');
  await anna.must('changeNotificationRhythm', { body: USUAL_RHYTHM });
  await sql`update members set time_zone = 'UTC', next_time_zone = null, next_time_zone_at = null,
    notifications_disabled = '{}', disabled_notification_reason = null where id = ${anna.memberId}`.execute(
    app.db,
  );
  for (const table of ['outbox_items', 'notification_mails', 'notification_news', 'held_pushes', 'likes'])
    await sql`delete from ${sql.table(table)}`.execute(app.db);
  await sql`update participants set unread = 0`.execute(app.db);
  await sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth)
    values (${anna.memberId}, 'https://127.0.0.1/anna', 'AAAA', 'AAAA') on conflict do nothing`.execute(
    app.db,
  );
  await emptyQueue(app.db);
  await app.away();
});

const choose = (part: Partial<NotificationRhythm>) =>
  anna.must('changeNotificationRhythm', { body: { ...USUAL_RHYTHM, ...part } });

/** Moves the clock to this many hours after noon, with nobody online, and runs what waits. */
async function at(hours: number): Promise<void> {
  await app.shiftToNoon(hours);
  await app.away();
  for (const job of [SEND_HELD_PUSHES, SEND_NEWS_DIGEST, PUSH_LATER, 'send-news', 'weekly-update'])
    await hurryJobs(app.db, job);
  await app.runJobs();
}

const sent = async (kind: 'mail' | 'push') =>
  (await app.outbox(anna.email)).filter((item) => item.kind === kind);
const mails = async () => (await sent('mail')).map(({ subject }) => subject);
const pushes = async () => (await sent('push')).map(({ subject }) => subject);

async function likedBy(options: Parameters<typeof plant>[1] = {}, match = false): Promise<number> {
  const liker = await plant(app, { gender: 'male', ...options });
  await sql`insert into likes (liker_id, liked_id) values (${liker}, ${anna.memberId})`.execute(app.db);
  if (match)
    await sql`insert into likes (liker_id, liked_id, like_new) values (${anna.memberId}, ${liker}, false)`.execute(
      app.db,
    );
  await notifyLike(app.app, { liker, liked: anna.memberId, match });
  return liker;
}

async function messageFrom(options: Parameters<typeof plant>[1] = {}): Promise<number> {
  const other = await plant(app, { gender: 'male', ...options });
  const { rows } = await sql<{ id: number }>`
    insert into conversations (member_low, member_high)
    values (${Math.min(other, anna.memberId)}, ${Math.max(other, anna.memberId)}) returning id`.execute(
    app.db,
  );
  const conversation = rows[0]!.id;
  const message = await sql<{ id: number }>`
    insert into messages (conversation_id, sender_id, kind, body, client_id)
    values (${conversation}, ${other}, 'text', 'Hello', gen_random_uuid()) returning id`.execute(app.db);
  const newest = message.rows[0]!.id;
  await sql`
    insert into participants (member_id, conversation_id, other_id, unread, last_message_id, messages_sent)
    values (${anna.memberId}, ${conversation}, ${other}, 1, ${newest}, 1),
      (${other}, ${conversation}, ${anna.memberId}, 0, ${newest}, 1)`.execute(app.db);
  await notifyMessage(app.app, { member: anna.memberId, conversation });
  return conversation;
}

async function askedBy(name: string): Promise<void> {
  const viewer = await plant(app, { gender: 'male', name });
  await sql`insert into photo_access (owner_id, viewer_id) values (${anna.memberId}, ${viewer})`.execute(
    app.db,
  );
  await notifyPhotoAccess(app.app, { owner: anna.memberId, viewer, state: 'asked' });
}

test('starts with the usual rhythm, keeps a changed one, and refuses times that no clock shows', async () => {
  const bea = await app.as('bea');
  expect(await bea.must('notificationRhythm')).toEqual(USUAL_RHYTHM);
  const own = { ...USUAL_RHYTHM, quiet_from: '23:30', mail_rhythm: 'weekly', mail_day: 7 } as const;
  for (let times = 0; times < 2; times++)
    expect(await bea.must('changeNotificationRhythm', { body: own })).toEqual(own);
  expect(await bea.must('notificationRhythm')).toEqual(own);
  expect(await anna.must('notificationRhythm')).toEqual(USUAL_RHYTHM);
  const faulty = { ...own, quiet_from: '24:00', quiet_until: '', mail_time: '9:00' };
  expect(await bea.call('changeNotificationRhythm', { body: faulty })).toMatchObject({
    status: 422,
    body: {
      fields: { quiet_from: 'invalid', quiet_until: 'invalid', mail_time: 'invalid' },
    },
  });
  expect((await bea.call('changeNotificationRhythm', { body: { ...own, mail_day: 8 } })).status).toBe(400);
  expect((await app.visitor().call('changeNotificationRhythm', { body: own })).status).toBe(403);
  expect(await bea.must('notificationRhythm')).toEqual(own);
});

test('pushes about others at night until the member holds them back, then together in the morning', async () => {
  await at(11);
  await likedBy();
  expect(await pushes()).toEqual(['You have a new like']);
  await choose({ quiet_push: true });
  await likedBy();
  await likedBy({ kind: 'fictional' });
  const conversation = await messageFrom();
  await messageFrom();
  await at(12.5);
  await at(19.9);
  expect(await pushes()).toHaveLength(1);
  await sql`update participants set unread = 0 where conversation_id = ${conversation}`.execute(app.db);
  await at(20.1);
  const [push, ...others] = await sent('push');
  expect(others).toHaveLength(1);
  expect(push!.subject).toBe('While your quiet hours lasted');
  expect(push!.text).toContain(
    '1 conversation has new messages · 2 new likes. Fictional profiles are among them.',
  );
  await at(20.2);
  expect(await pushes()).toHaveLength(2);
});

test('sends a single held push as usual, and none of what was seen or withdrawn by then', async () => {
  await choose({ quiet_push: true });
  await at(11);
  const [seen, withdrawn] = [await likedBy(), await likedBy()];
  await likedBy();
  await sql`update likes set like_new = false where liker_id = ${seen}`.execute(app.db);
  await sql`delete from likes where liker_id = ${withdrawn}`.execute(app.db);
  await at(20.1);
  expect(await pushes()).toEqual(['You have a new like']);
  await at(35);
  await likedBy();
  await sql`insert into presence (member_id, last_active) values (${anna.memberId}, app_now())
    on conflict (member_id) do update set last_active = app_now() + interval '1 day'`.execute(app.db);
  await app.shiftToNoon(44.1);
  await hurryJobs(app.db, SEND_HELD_PUSHES);
  expect(await pushes()).toHaveLength(1);
});

test('sends what waits soon after the member ends the quiet hours', async () => {
  await choose({ quiet_push: true });
  await at(11);
  await likedBy();
  await choose({ quiet_from: '12:00', quiet_until: '12:00', quiet_push: true });
  await app.away();
  expect(await pushes()).toEqual(['You have a new like']);
});

test('holds a photo decision only if asked, and a push about nobody always', async () => {
  await at(11);
  await notifyInspection(app.app, 'photo', { member: anna.memberId, approved: true });
  expect(await pushes()).toEqual(['Your photo is approved']);
  await choose({ quiet_push: true });
  for (let times = 0; times < 2; times++)
    await notifyInspection(app.app, 'photo', { member: anna.memberId, approved: false });
  await choose({ quiet_mail: false });
  await sql`update profiles set country = 'FI' where id = ${anna.memberId}`.execute(app.db);
  for (let times = 0; times < 3; times++) await plant(app, { gender: 'male', country: 'FI' });
  await weeklyUpdate(app.app, { member: anna.memberId });
  expect(await pushes()).toHaveLength(1);
  expect(await mails()).toEqual(['3 new members in your country this week']);
  await at(20.1);
  expect((await pushes()).sort()).toEqual(
    ["One of your photos can't be shown", 'New this week', 'Your photo is approved'].sort(),
  );
});

test('holds mails in quiet hours that span midnight, the afternoon or nothing, unless let through', async () => {
  await app.shiftToNoon(0.5);
  const wait = async (part: Partial<NotificationRhythm>) => {
    await choose(part);
    return secondsUntilQuietEnd(app.db, (await addresseeOf(app.app, anna.memberId))!);
  };
  const near = (hours: number) => (seconds: number) => Math.abs(seconds - hours * 3600) < 120;
  expect(await wait({ quiet_from: '11:00', quiet_until: '15:00' })).toSatisfy(near(2.5));
  expect(await wait({ quiet_from: '13:00', quiet_until: '15:00' })).toBe(0);
  expect(await wait({ quiet_from: '11:00', quiet_until: '06:00' })).toSatisfy(near(17.5));
  expect(await wait({ quiet_from: '15:00', quiet_until: '13:00' })).toSatisfy(near(0.5));
  expect(await wait({ quiet_from: '15:00', quiet_until: '11:00' })).toBe(0);
  expect(await wait({ quiet_from: '12:30', quiet_until: '12:30' })).toBe(0);
  await choose({ quiet_from: '11:00', quiet_until: '15:00' });
  await app.away();
  await likedBy({ name: 'Hugo' });
  expect(await mails()).toEqual([]);
  await choose({ quiet_from: '11:00', quiet_until: '15:00', quiet_mail: false });
  await app.away();
  expect(await mails()).toEqual(['Hugo likes you']);
});

test('ends quiet hours by the clock on the nights when it changes', async () => {
  await sql`update members set time_zone = 'Europe/Amsterdam' where id = ${anna.memberId}`.execute(app.db);
  const waitAt = async (instant: string) => {
    await app.shiftClock((Date.parse(instant) - Date.now()) / 1000);
    const seconds = await secondsUntilQuietEnd(app.db, (await addresseeOf(app.app, anna.memberId))!);
    return Math.round(seconds / 360) / 10;
  };
  expect(await waitAt('2027-03-26T22:00:00Z')).toBe(9);
  expect(await waitAt('2027-03-27T22:00:00Z')).toBe(8);
  expect(await waitAt('2027-10-30T21:00:00Z')).toBe(10);
});

test('mails the news of a day at the chosen time, of all types at once and only what is still news', async () => {
  await choose({ mail_rhythm: 'daily', mail_time: '18:00' });
  await app.away();
  await likedBy({ name: 'Bram' });
  await likedBy({ name: 'Cees', kind: 'fictional' }, true);
  await messageFrom({ name: 'Dirk' });
  const read = await messageFrom({ name: 'Evert' });
  await askedBy('Frans');
  const found = await plant(app, { name: 'Gijs', gender: 'male' });
  await notifySavedSearches(app.app, { member: anna.memberId, profiles: [found] });
  await sendNews(app.app, { member: anna.memberId, type: 'like' });
  await at(5.9);
  await remindOfUnread(app.app, { member: anna.memberId });
  expect(await mails()).toEqual([]);
  expect((await pushes()).length).toBeGreaterThan(4);
  await sql`update participants set unread = 0 where conversation_id = ${read}`.execute(app.db);
  await at(6.1);
  const [mail, ...others] = await sent('mail');
  expect(others).toEqual([]);
  expect(mail!.subject).toBe('Your news on Liaison');
  for (const heading of [
    '1 conversation has new messages',
    '1 new match',
    '1 new like',
    'Photos on request: 1 person',
    '1 new member matches your saved searches',
  ])
    expect(mail!.text).toMatch(new RegExp(heading, 'i'));
  expect(mail!.text).toMatch(/Bram[^]*Frans[^]*Gijs/);
  expect(mail!.text).toContain('Fictional profile');
  expect(mail!.text).not.toContain('Evert');
  await at(30.1);
  expect(await mails()).toHaveLength(1);

  const link = new URL(mail!.links.find((one) => one.includes('unsubscribe.php'))!);
  for (let times = 0; times < 2; times++)
    expect((await app.http.inject({ method: 'POST', url: link.pathname + link.search })).statusCode).toBe(
      200,
    );
  expect((await anna.must('user')).notifications_disabled).toEqual([
    'email:new_conversations',
    'email:new_messages',
    'email:like',
    'email:photo_access',
    'email:saved_searches',
  ]);
});

test('leaves unread messages to the mail of the day, and pushes their reminder', async () => {
  await choose({ mail_rhythm: 'daily', mail_time: '18:00' });
  await app.away();
  await messageFrom({ name: 'Douwe' });
  await sql`update messages set created_at = app_now() - interval '24 hours'`.execute(app.db);
  expect(await pushes()).toHaveLength(1);
  await remindOfUnread(app.app, { member: anna.memberId });
  expect([(await pushes()).length, await mails()]).toEqual([2, []]);
  await at(6.1);
  expect(await mails()).toEqual(['Your news on Liaison']);
});

test('queues what waits anew when the time zone changes', async () => {
  await choose({ mail_rhythm: 'daily', mail_time: '18:00', quiet_push: true, quiet_from: '11:00' });
  await app.away();
  await likedBy();
  const hours = async (job: string) => {
    const [one] = await queuedJobs(app.db, job);
    return (one!.run_at.getTime() - Date.now()) / 3_600_000;
  };
  expect(await hours(SEND_NEWS_DIGEST)).toBeCloseTo(6, 0);
  expect(await hours(SEND_HELD_PUSHES)).toBeCloseTo(20, 0);
  await anna.must('changeUser', { body: { time_zone: 'Asia/Tokyo' } });
  expect(await hours(SEND_NEWS_DIGEST)).toBeGreaterThan(14);
  expect(await hours(SEND_HELD_PUSHES)).toBeLessThan(19);
});

test('mails the news of a week on its day, and what a late job finds at once', async () => {
  const { rows } = await sql<{
    day: number;
  }>`select extract(isodow from app_now() + interval '2 days')::int as day`.execute(app.db);
  await choose({ mail_rhythm: 'weekly', mail_day: rows[0]!.day, mail_time: '11:00' });
  await app.away();
  await likedBy();
  for (const hours of [23.5, 40, 46.9]) await at(hours);
  expect(await mails()).toEqual([]);
  // Eleven hours late: the site was down.
  await at(58);
  expect(await mails()).toHaveLength(1);
  await likedBy();
  await at(24 * 9 - 1.1);
  expect(await mails()).toHaveLength(1);
  await at(24 * 9 - 0.9);
  expect(await mails()).toHaveLength(2);
});

test('moves the mail of a day with the time zone, and back to mails at once', async () => {
  await choose({ mail_rhythm: 'daily', mail_time: '18:00' });
  await app.away();
  await likedBy({ name: 'Ivo' });
  await anna.must('changeUser', { body: { time_zone: 'Asia/Tokyo' } });
  await at(6.1);
  expect(await mails()).toEqual([]);
  expect(await secondsUntilDigest(app.db, (await addresseeOf(app.app, anna.memberId))!)).toBeGreaterThan(
    14 * 3600,
  );
  await at(21.1);
  expect(await mails()).toHaveLength(1);

  await anna.must('changeUser', { body: { time_zone: 'UTC' } });
  await app.away();
  await likedBy({ name: 'Jaap' });
  const found = await plant(app, { gender: 'male' });
  await notifySavedSearches(app.app, { member: anna.memberId, profiles: [found] });
  await app.shiftToNoon(24);
  await choose({});
  await app.away();
  expect((await mails()).sort()).toEqual(['Jaap likes you', 'Your news on Liaison', 'Your news on Liaison']);
});
