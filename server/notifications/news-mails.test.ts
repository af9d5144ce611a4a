import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { USUAL_RHYTHM } from '#contract/rules/notification-rules.ts';
import type { Client } from '#support/app.ts';
import { testApp } from '#support/app.ts';
import { emptyQueue, queuedJobs } from '#support/job-queue.ts';
import { plant } from '#support/members.ts';
import { MESSAGE_NOTIFICATION } from '../chat/index.ts';
import { createReturnPaths } from '../platform/outgoing/return-path.ts';
import { secondsUntilMail } from './mail-pace.ts';
import { takeRefusal } from './mail-returns/take-refusal.ts';
import { takeReport } from './mail-returns/take-report.ts';
import { notifyLike } from './notify-like.ts';
import { notifyMessage } from './notify-message.ts';
import { remindOfProfile } from './reminders/remind-of-profile.ts';
import { remindOfUnread } from './reminders/remind-of-unread.ts';
import { sendNews } from './send-news.ts';
import { weeklyUpdate } from './weekly-update.ts';

const password = 'a webhook password of enough characters';
const app = testApp({ MAIL_WEBHOOK_SECRET: password });
const strict = testApp({ MAIL_WEBHOOK_SECRET: password, LIMITS_SCALE: '1' });
let anna: Client;

const mailsTo = async (to: string) =>
  (await app.outbox(to)).filter(({ kind }) => kind === 'mail').map(({ subject }) => subject);
const change = (set: Record<string, unknown>) =>
  app.db.updateTable('members').set(set).where('id', '=', anna.memberId).execute();
const reasonOf = async () =>
  await app.db
    .selectFrom('members')
    .select(['disabled_notification_reason', 'notifications_disabled'])
    .where('id', '=', anna.memberId)
    .executeTakeFirstOrThrow();

beforeEach(async () => {
  // Noon in Anna's time zone is outside quiet hours, at any time of the test run.
  await app.shiftToNoon();
  anna = await app.as('anna', { language: 'en' });
  await change({ time_zone: 'UTC', notifications_disabled: [], disabled_notification_reason: null });
  for (const table of ['outbox_items', 'notification_mails', 'notification_news', 'soft_bounces'])
    await sql`delete from ${sql.table(table)}`.execute(app.db);
  await emptyQueue(app.db);
  await app.away();
});

async function likedBy(options: Parameters<typeof plant>[1] = {}): Promise<number> {
  const liker = await plant(app, { gender: 'male', ...options });
  await sql`insert into likes (liker_id, liked_id) values (${liker}, ${anna.memberId})`.execute(app.db);
  await notifyLike(app.app, { liker, liked: anna.memberId, match: false });
  return liker;
}

test('mails one like by name, and collects later likes in one mail', async () => {
  await likedBy({ name: 'Bram' });
  expect(await mailsTo(anna.email)).toEqual(['Bram likes you']);
  await likedBy({ name: 'Cees' });
  await likedBy({ name: 'Dirk' });
  await likedBy({ name: 'Mila', kind: 'fictional' });
  expect(await mailsTo(anna.email)).toHaveLength(1);
  await app.shiftToNoon(5);
  await app.away();
  await sendNews(app.app, { member: anna.memberId, type: 'like' });
  expect((await mailsTo(anna.email))[0]).toBe('3 new likes');
  const [digest] = await app.outbox(anna.email);
  expect(digest!.text).toContain('Fictional profile');
  await sendNews(app.app, { member: anna.memberId, type: 'like' });
  expect(await mailsTo(anna.email)).toHaveLength(2);
});

test('sends no mail about a withdrawn like, a blocked liker, or while the member has the site open', async () => {
  const liker = await plant(app, { gender: 'male', name: 'Evert' });
  await notifyLike(app.app, { liker, liked: anna.memberId, match: false });
  await sql`insert into likes (liker_id, liked_id) values (${liker}, ${anna.memberId})`.execute(app.db);
  await sql`insert into blocks (blocker_id, blocked_id) values (${anna.memberId}, ${liker})`.execute(app.db);
  await notifyLike(app.app, { liker, liked: anna.memberId, match: false });
  await sql`insert into presence (member_id, last_active) values (${anna.memberId}, app_now()) on conflict (member_id) do update set last_active = app_now()`.execute(
    app.db,
  );
  await likedBy({ name: 'Frans' });
  expect(await mailsTo(anna.email)).toEqual([]);
});

test('delays mails in the quiet hours of the member’s time zone', async () => {
  await change({ time_zone: 'Pacific/Auckland' });
  const to = { id: anna.memberId, time_zone: 'Pacific/Auckland', rhythm: USUAL_RHYTHM };
  const wait = await secondsUntilMail(app.db, to, 'like');
  expect(wait).toBeGreaterThan(3600);
  expect(wait).toBeLessThanOrEqual(10 * 3600);
  expect(await secondsUntilMail(app.db, { ...to, time_zone: 'UTC' }, 'like')).toBe(0);
  // Around noon UTC it is nine in the evening in Tokyo, eleven in Magadan, and four or five in the morning in
  // Los Angeles.
  const hours = async (zone: string) =>
    (await secondsUntilMail(app.db, { ...to, time_zone: zone }, 'like')) / 3600;
  expect(await hours('Asia/Tokyo')).toBe(0);
  expect(await hours('Asia/Magadan')).toBeGreaterThan(8.5);
  expect(await hours('Asia/Magadan')).toBeLessThan(9.1);
  expect(await hours('America/Los_Angeles')).toBeGreaterThan(2.5);
  expect(await hours('America/Los_Angeles')).toBeLessThan(4.1);
  await likedBy({ name: 'Gijs' });
  expect(await mailsTo(anna.email)).toEqual([]);
});

test('sends at most four news mails a day and fifteen a week over all types', async () => {
  const sent = (n: number, hours: number) =>
    sql`insert into notification_mails (member_id, type, sent_at) select ${anna.memberId}, 'news', app_now() - ${hours} * interval '1 hour' from generate_series(1, ${n})`.execute(
      app.db,
    );
  await sent(3, 2);
  expect(
    await secondsUntilMail(app.db, { id: anna.memberId, time_zone: 'UTC', rhythm: USUAL_RHYTHM }, 'like'),
  ).toBe(0);
  await sent(1, 2);
  const tomorrow = await secondsUntilMail(
    app.db,
    { id: anna.memberId, time_zone: 'UTC', rhythm: USUAL_RHYTHM },
    'like',
  );
  expect(tomorrow).toBeGreaterThan(20 * 3600);
  await sent(11, 30);
  expect(
    await secondsUntilMail(app.db, { id: anna.memberId, time_zone: 'UTC', rhythm: USUAL_RHYTHM }, 'like'),
  ).toBeGreaterThan(4 * 24 * 3600);
});

async function unreadFrom(
  options: Parameters<typeof plant>[1],
  ago = '1 minute',
  answered = false,
): Promise<number> {
  const other = await plant(app, { gender: 'male', ...options });
  const [low, high] = [Math.min(other, anna.memberId), Math.max(other, anna.memberId)];
  const { rows } = await sql<{
    id: number;
  }>`insert into conversations (member_low, member_high) values (${low}, ${high}) returning id`.execute(
    app.db,
  );
  const conversation = rows[0]!.id;
  const message = await sql<{
    id: number;
  }>`insert into messages (conversation_id, sender_id, kind, body, client_id, created_at)
    values (${conversation}, ${other}, 'text', 'Hello', gen_random_uuid(), app_now() - ${ago}::interval) returning id`.execute(
    app.db,
  );
  await sql`insert into participants (member_id, conversation_id, other_id, unread, last_message_id, messages_sent)
    values (${anna.memberId}, ${conversation}, ${other}, 1, ${message.rows[0]!.id}, ${answered ? 1 : 0}), (${other}, ${conversation}, ${anna.memberId}, 0, ${message.rows[0]!.id}, 1)`.execute(
    app.db,
  );
  return conversation;
}

test('sends first and later messages as mails of two types, each with its own unsubscribe link', async () => {
  await notifyMessage(app.app, { member: anna.memberId, conversation: await unreadFrom({ name: 'Henk' }) });
  await notifyMessage(app.app, {
    member: anna.memberId,
    conversation: await unreadFrom({ name: 'Mila', kind: 'fictional' }, '1 minute', true),
  });
  const mails = (await app.outbox(anna.email)).filter(({ kind }) => kind === 'mail');
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'Henk wrote to you for the first time',
    'Mila (fictional profile) wrote to you',
  ]);
  for (const [subject, entry] of [
    ['Henk', 'email:new_conversations'],
    ['Mila', 'email:new_messages'],
  ] as const) {
    await change({ notifications_disabled: [], disabled_notification_reason: null });
    const link = mails
      .find((mail) => mail.subject!.startsWith(subject))!
      .links.find((one) => one.includes('unsubscribe.php'))!;
    const { pathname, search } = new URL(link);
    for (let times = 0; times < 2; times++)
      expect((await app.http.inject({ method: 'POST', url: pathname + search })).statusCode).toBe(200);
    expect(await reasonOf()).toEqual({
      notifications_disabled: [entry],
      disabled_notification_reason: 'listunsubscribe',
    });
  }
  // Only the unsubscribed type is off. Setting a switch clears the warning.
  await app.away();
  await likedBy({ name: 'Ivo' });
  expect(await mailsTo(anna.email)).toContain('Ivo likes you');
  await anna.must('changeUser', { body: { notifications_disabled: [] } });
  expect(await reasonOf()).toEqual({ notifications_disabled: [], disabled_notification_reason: null });
});

test('sends nothing about a muted conversation, and one mail about what is unread when the mute ends', async () => {
  await sql`update participants set unread = 0 where member_id = ${anna.memberId}`.execute(app.db);
  const conversation = await unreadFrom({ name: 'Quiet' }, '26 hours');
  const news = { member: anna.memberId, conversation };
  const mute = (mute: 'hour' | 'forever') => anna.must('arrangeChat', { body: { conversation, mute } });
  const waiting = async () =>
    (await queuedJobs(app.db, MESSAGE_NOTIFICATION)).filter(({ key }) => key?.endsWith(` ${conversation}`));
  await mute('forever');
  await app.away();
  await notifyMessage(app.app, news);
  await remindOfUnread(app.app, { member: anna.memberId });
  expect(await mailsTo(anna.email)).toEqual([]);
  expect(await waiting()).toEqual([]);
  await mute('hour');
  await anna.must('arrangeChat', { body: { conversation, archived: true } });
  // A message that came while it was muted.
  await sql`update participants set unread = 2 where conversation_id = ${conversation} and member_id = ${anna.memberId}`.execute(
    app.db,
  );
  await app.away();
  await notifyMessage(app.app, news);
  expect(await mailsTo(anna.email)).toEqual([]);
  expect(await waiting()).toHaveLength(1);
  await app.shiftToNoon(2);
  await app.away();
  await notifyMessage(app.app, news);
  expect(await mailsTo(anna.email)).toEqual(['Quiet wrote to you for the first time']);
  expect((await anna.must('chats')).chats.map((chat) => chat.conversation.id)).toContain(conversation);
});

test('reminds members once of messages unread for a day, and never of read ones', async () => {
  await sql`update participants set unread = 0 where member_id = ${anna.memberId}`.execute(app.db);
  await unreadFrom({ name: 'Jaap' }, '25 hours');
  await unreadFrom({ name: 'Karel' }, '26 hours');
  await unreadFrom({ name: 'Late' }, '1 hour');
  await remindOfUnread(app.app, { member: anna.memberId });
  await remindOfUnread(app.app, { member: anna.memberId });
  expect(await mailsTo(anna.email)).toEqual(['2 conversations are waiting for you']);
  expect((await app.outbox(anna.email))[0]!.text).toMatch(/Jaap[\s\S]*Karel|Karel[\s\S]*Jaap/);
});

test('reminds a member without photo and text of both', async () => {
  await sql`update profiles set about = null where id = ${anna.memberId}`.execute(app.db);
  await remindOfProfile(app.app, { member: anna.memberId });
  const [mail] = await app.outbox(anna.email);
  expect(mail!.text).toContain('no photo yet');
  expect(mail!.text).toContain('a few lines about yourself');
});

test('counts new members of the requested gender and country in the weekly update, without invisible or blocked ones', async () => {
  await sql`update profiles set gender_sought = 'male', country = 'FI' where id = ${anna.memberId}`.execute(
    app.db,
  );
  await plant(app, { gender: 'male', name: 'Lars', country: 'FI' });
  await plant(app, { gender: 'male', name: 'Mats', country: 'FI' });
  await plant(app, { gender: 'male', name: 'Unseen', country: 'FI', invisible: true });
  await weeklyUpdate(app.app, { member: anna.memberId });
  expect(await mailsTo(anna.email)).toEqual([]);
  await plant(app, { gender: 'male', name: 'Nils', country: 'FI' });
  await weeklyUpdate(app.app, { member: anna.memberId });
  expect(await mailsTo(anna.email)).toEqual(['3 new members in your country this week']);
  expect((await app.outbox(anna.email))[0]!.text).not.toContain('Unseen');
});

test('stops all news after a dead address or a spam report, until the member requests it again', async () => {
  await takeRefusal(app.app, {
    member: anna.memberId,
    email: 'old@example.test',
    status: '5.1.1',
    key: 'k0',
  });
  expect((await reasonOf()).disabled_notification_reason).toBeNull();
  await takeRefusal(app.app, { member: anna.memberId, email: anna.email, status: '5.1.1', key: 'k1' });
  expect((await reasonOf()).disabled_notification_reason).toBe('bounce');
  await likedBy({ name: 'Otto' });
  expect(await mailsTo(anna.email)).toEqual([]);
  await anna.must('resumeMails');
  expect((await reasonOf()).disabled_notification_reason).toBeNull();
  await app.away();
  await likedBy({ name: 'Piet' });
  expect(await mailsTo(anna.email)).toEqual(['Piet likes you']);

  const paths = createReturnPaths(app.app.config.secret);
  const [about] = paths.findIn(paths.make(anna.memberId, anna.email));
  await takeReport(app.app, { kind: 'complaint', status: null, about: about!, id: 'arf-1' });
  expect((await reasonOf()).disabled_notification_reason).toBe('fbl');
  const [elsewhere] = paths.findIn(paths.make(anna.memberId, 'another@example.test'));
  await anna.must('resumeMails');
  await takeReport(app.app, { kind: 'complaint', status: null, about: elsewhere!, id: 'arf-2' });
  expect((await reasonOf()).disabled_notification_reason).toBeNull();
});

test('counts each soft bounce once, and treats five within two weeks as a dead address', async () => {
  const bounce = (key: string) =>
    takeRefusal(app.app, { member: anna.memberId, email: anna.email, status: '4.2.2', key });
  for (const key of ['s1', 's1', 's1', 's1', 's1', 's2', 's3', 's4']) await bounce(key);
  expect((await reasonOf()).disabled_notification_reason).toBeNull();
  await bounce('s5');
  expect((await reasonOf()).disabled_notification_reason).toBe('bounce');
});

test('reads reports in the provider’s format with the password, and answers 404 without it', async () => {
  const post = (body: unknown, secret = password) =>
    app.http.inject({
      method: 'POST',
      url: '/api/mail-report.php',
      headers: { authorization: `Basic ${Buffer.from(`hook:${secret}`).toString('base64')}` },
      payload: body as object,
    });
  const postmark = {
    RecordType: 'Bounce',
    Type: 'HardBounce',
    ID: 42,
    Email: anna.email,
    Description: 'The server was unable to deliver your message',
  };
  expect((await post(postmark, 'wrong')).statusCode).toBe(404);
  expect((await post({ RecordType: 'Delivery', Email: anna.email })).statusCode).toBe(200);
  expect((await reasonOf()).disabled_notification_reason).toBeNull();
  expect((await post(postmark)).statusCode).toBe(200);
  expect((await reasonOf()).disabled_notification_reason).toBe('bounce');
  await anna.must('resumeMails');
  const sendgrid = [
    { event: 'delivered', email: anna.email, sg_event_id: 'e1' },
    { event: 'spamreport', email: anna.email, sg_event_id: 'e2' },
  ];
  expect((await post(sendgrid)).statusCode).toBe(200);
  expect((await reasonOf()).disabled_notification_reason).toBe('fbl');
  for (const rubbish of [
    null,
    7,
    'x',
    [null, [], { event: 'bounce' }],
    { RecordType: 'Bounce', Email: { a: 1 } },
  ])
    expect((await post({ rubbish })).statusCode, JSON.stringify(rubbish)).toBe(200);
});

test('rejects mail reports of a network after too many wrong passwords, even with the right one', async () => {
  const post = (secret: string) =>
    strict.http.inject({
      method: 'POST',
      url: '/api/mail-report.php',
      headers: { authorization: `Basic ${Buffer.from(`hook:${secret}`).toString('base64')}` },
      payload: { RecordType: 'Delivery' },
    });
  for (let n = 0; n <= 20; n++) expect((await post(`guess ${n}`)).statusCode).toBe(404);
  expect((await post(password)).statusCode).toBe(429);
});
