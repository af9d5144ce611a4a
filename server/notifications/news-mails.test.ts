import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { typeOf } from '#mail/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import type { Client } from '#support/app.ts';
import { testApp } from '#support/app.ts';
import { plant } from '#support/members.ts';
import { announce, audienceSize, cancelAnnouncement } from './announcements.ts';
import { secondsUntilMail } from './mail-pace.ts';
import { takeRefusal, takeReport } from './mail-returns.ts';
import { notifyLike } from './notify-like.ts';
import { notifyMessage } from './notify-message.ts';
import { remindOfProfile, remindOfUnread } from './reminders.ts';
import { sendNews } from './send-news.ts';
import { weeklyUpdate } from './weekly-update.ts';
import { createReturnPaths } from '../platform/outgoing/return-path.ts';
import { emptyQueue, postponeJobs } from '#support/job-queue.ts';

const password = 'a webhook password';
const app = testApp({ MAIL_WEBHOOK_SECRET: password });
let anna: Client;

const mailsTo = async (to: string) => (await app.outbox(to)).filter(({ kind }) => kind === 'mail').map(({ subject }) => subject);
const change = (set: Record<string, unknown>) => app.db.updateTable('members').set(set).where('id', '=', anna.memberId).execute();
const reasonOf = async () =>
  await app.db
    .selectFrom('members')
    .select(['disabled_notification_reason', 'notifications_disabled'])
    .where('id', '=', anna.memberId)
    .executeTakeFirstOrThrow();

beforeEach(async () => {
  // Noon where Anna lives: outside the quiet hours, whenever the tests run.
  await app.shiftToNoon();
  anna = await app.as('anna', { language: 'en' });
  await change({ time_zone: 'UTC', notifications_disabled: [], disabled_notification_reason: null });
  for (const table of ['outbox_items', 'notification_mails', 'notification_news', 'soft_bounces']) await sql`delete from ${sql.table(table)}`.execute(app.db);
  await emptyQueue(app.db);
  await app.away();
});

async function likedBy(options: Parameters<typeof plant>[1] = {}): Promise<number> {
  const liker = await plant(app, { gender: 'male', ...options });
  await sql`insert into likes (liker_id, liked_id) values (${liker}, ${anna.memberId})`.execute(app.db);
  await notifyLike(app.app, { liker, liked: anna.memberId, match: false });
  return liker;
}

test('one like is told by name, several that come after it wait and are told in one mail', async () => {
  await likedBy({ name: 'Bram' });
  expect(await mailsTo(anna.email)).toEqual(['Bram likes you']);
  await likedBy({ name: 'Cees' });
  await likedBy({ name: 'Dirk' });
  await likedBy({ name: 'Mila', kind: 'fictional' });
  expect(await mailsTo(anna.email)).toHaveLength(1);
  await app.shiftToNoon(5);
  await app.away();
  await sendNews(app.app, { member: anna.memberId, type: 'like' });
  expect((await mailsTo(anna.email))[0]).toBe('3 people like you');
  const [digest] = await app.outbox(anna.email);
  expect(digest!.text).toContain('Fictional profile');
  await sendNews(app.app, { member: anna.memberId, type: 'like' });
  expect(await mailsTo(anna.email)).toHaveLength(2);
});

test('a like that was taken back, a blocked liker and an open screen are told to nobody', async () => {
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

test('in the quiet hours of the member’s own zone a mail waits for the morning, elsewhere it goes', async () => {
  await change({ time_zone: 'Pacific/Auckland' });
  const to = { id: anna.memberId, time_zone: 'Pacific/Auckland' };
  const wait = await secondsUntilMail(app.db, to, 'like');
  expect(wait).toBeGreaterThan(3600);
  expect(wait).toBeLessThanOrEqual(10 * 3600);
  expect(await secondsUntilMail(app.db, { ...to, time_zone: 'UTC' }, 'like')).toBe(0);
  // About noon by UTC it is nine in the evening in Tokyo, eleven in Magadan, four or five in the morning in Los Angeles.
  const hours = async (zone: string) => (await secondsUntilMail(app.db, { ...to, time_zone: zone }, 'like')) / 3600;
  expect(await hours('Asia/Tokyo')).toBe(0);
  expect(await hours('Asia/Magadan')).toBeGreaterThan(8.5);
  expect(await hours('Asia/Magadan')).toBeLessThan(9.1);
  expect(await hours('America/Los_Angeles')).toBeGreaterThan(2.5);
  expect(await hours('America/Los_Angeles')).toBeLessThan(4.1);
  await likedBy({ name: 'Gijs' });
  expect(await mailsTo(anna.email)).toEqual([]);
});

test('no more than four mails of news a day and fifteen a week, whatever they are about', async () => {
  const sent = (n: number, hours: number) =>
    sql`insert into notification_mails (member_id, type, sent_at) select ${anna.memberId}, 'news', app_now() - ${hours} * interval '1 hour' from generate_series(1, ${n})`.execute(
      app.db,
    );
  await sent(3, 2);
  expect(await secondsUntilMail(app.db, { id: anna.memberId, time_zone: 'UTC' }, 'like')).toBe(0);
  await sent(1, 2);
  const tomorrow = await secondsUntilMail(app.db, { id: anna.memberId, time_zone: 'UTC' }, 'like');
  expect(tomorrow).toBeGreaterThan(20 * 3600);
  await sent(11, 30);
  expect(await secondsUntilMail(app.db, { id: anna.memberId, time_zone: 'UTC' }, 'like')).toBeGreaterThan(4 * 24 * 3600);
});

async function unreadFrom(options: Parameters<typeof plant>[1], ago = '1 minute', answered = false): Promise<number> {
  const other = await plant(app, { gender: 'male', ...options });
  const [low, high] = [Math.min(other, anna.memberId), Math.max(other, anna.memberId)];
  const { rows } = await sql<{ id: number }>`insert into conversations (member_low, member_high) values (${low}, ${high}) returning id`.execute(app.db);
  const conversation = rows[0]!.id;
  const message = await sql<{ id: number }>`insert into messages (conversation_id, sender_id, kind, body, client_id, created_at)
    values (${conversation}, ${other}, 'text', 'Hello', gen_random_uuid(), app_now() - ${ago}::interval) returning id`.execute(app.db);
  await sql`insert into participants (member_id, conversation_id, other_id, unread, last_message_id, messages_sent)
    values (${anna.memberId}, ${conversation}, ${other}, 1, ${message.rows[0]!.id}, ${answered ? 1 : 0}), (${other}, ${conversation}, ${anna.memberId}, 0, ${message.rows[0]!.id}, 1)`.execute(
    app.db,
  );
  return conversation;
}

test('a first message and one of a known conversation are mails of two types, and each link stops its own', async () => {
  await notifyMessage(app.app, { member: anna.memberId, conversation: await unreadFrom({ name: 'Henk' }) });
  await notifyMessage(app.app, { member: anna.memberId, conversation: await unreadFrom({ name: 'Mila', kind: 'fictional' }, '1 minute', true) });
  const mails = (await app.outbox(anna.email)).filter(({ kind }) => kind === 'mail');
  expect(mails.map(({ subject }) => subject).sort()).toEqual(['Henk wrote to you for the first time', 'Mila (fictional profile) wrote to you']);
  for (const [subject, entry] of [
    ['Henk', 'email:new_conversations'],
    ['Mila', 'email:new_messages'],
  ] as const) {
    await change({ notifications_disabled: [], disabled_notification_reason: null });
    const link = mails.find((mail) => mail.subject!.startsWith(subject))!.links.find((one) => one.includes('unsubscribe.php'))!;
    const { pathname, search } = new URL(link);
    for (let times = 0; times < 2; times++) expect((await app.http.inject({ method: 'POST', url: pathname + search })).statusCode).toBe(200);
    expect(await reasonOf()).toEqual({ notifications_disabled: [entry], disabled_notification_reason: 'listunsubscribe' });
  }
  // What was unsubscribed is over, everything else goes on; setting a switch takes the note away.
  await app.away();
  await likedBy({ name: 'Ivo' });
  expect(await mailsTo(anna.email)).toContain('Ivo likes you');
  await anna.must('changeUser', { body: { notifications_disabled: [] } });
  expect(await reasonOf()).toEqual({ notifications_disabled: [], disabled_notification_reason: null });
});

test('members are reminded once of messages unread for a day, and never of read ones', async () => {
  await sql`update participants set unread = 0 where member_id = ${anna.memberId}`.execute(app.db);
  await unreadFrom({ name: 'Jaap' }, '25 hours');
  await unreadFrom({ name: 'Karel' }, '26 hours');
  await unreadFrom({ name: 'Late' }, '1 hour');
  await remindOfUnread(app.app, { member: anna.memberId });
  await remindOfUnread(app.app, { member: anna.memberId });
  expect(await mailsTo(anna.email)).toEqual(['2 people are waiting for your answer']);
  expect((await app.outbox(anna.email))[0]!.text).toMatch(/Jaap[\s\S]*Karel|Karel[\s\S]*Jaap/);
});

test('a profile without photo and text is reminded of both', async () => {
  await sql`update profiles set about = null where id = ${anna.memberId}`.execute(app.db);
  await remindOfProfile(app.app, { member: anna.memberId });
  const [mail] = await app.outbox(anna.email);
  expect(mail!.text).toContain('no photo yet');
  expect(mail!.text).toContain('a few lines about yourself');
});

test('the weekly update counts new members of the gender and country sought, and never an invisible or blocked one', async () => {
  await sql`update profiles set gender_sought = 'male', country = 'FI' where id = ${anna.memberId}`.execute(app.db);
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

test('an address that is gone and a spam report stop all news until the member asks for them again', async () => {
  await takeRefusal(app.app, { member: anna.memberId, email: 'old@example.test', status: '5.1.1', key: 'k0' });
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

test('returns "for now" are counted, the same one once; five within two weeks are an address that is gone', async () => {
  const bounce = (key: string) => takeRefusal(app.app, { member: anna.memberId, email: anna.email, status: '4.2.2', key });
  for (const key of ['s1', 's1', 's1', 's1', 's1', 's2', 's3', 's4']) await bounce(key);
  expect((await reasonOf()).disabled_notification_reason).toBeNull();
  await bounce('s5');
  expect((await reasonOf()).disabled_notification_reason).toBe('bounce');
});

test('a provider reports in its own shape, with the password; without it the address does not exist', async () => {
  const post = (body: unknown, secret = password) =>
    app.http.inject({
      method: 'POST',
      url: '/api/mail-report.php',
      headers: { authorization: `Basic ${Buffer.from(`hook:${secret}`).toString('base64')}` },
      payload: body as object,
    });
  const postmark = { RecordType: 'Bounce', Type: 'HardBounce', ID: 42, Email: anna.email, Description: 'The server was unable to deliver your message' };
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
  for (const rubbish of [null, 7, 'x', [null, [], { event: 'bounce' }], { RecordType: 'Bounce', Email: { a: 1 } }])
    expect((await post({ rubbish })).statusCode, JSON.stringify(rubbish)).toBe(200);
});

test('an announcement goes once to each member of its audience who left it switched on, in their language, and can be stopped', async () => {
  const texts = {
    en: { subject: 'A quieter inbox', text: 'One mail instead of ten.\n\nSee your settings.', action: { label: 'Settings', path: '/notifications' } },
  };
  const meant = { type: 'news' as const, texts, audience: { languages: ['en' as const], countries: ['FI' as const] }, createdBy: null };
  const { members: before } = await audienceSize(app.db, meant);
  await change({ notifications_disabled: ['news'] });
  expect((await audienceSize(app.db, meant)).members).toBe(before - 1);
  await change({ notifications_disabled: ['email:promotions'], roles: ['editor'] });
  expect((await audienceSize(app.db, meant)).members, 'who works here is no member').toBe(before - 1);
  await change({ roles: [] });
  const id = await inTransaction(app.db, (tx) => announce(app.app, tx, meant));
  expect(await mailsTo(anna.email)).toEqual(['A quieter inbox']);
  const [mail] = await app.outbox(anna.email);
  expect(mail!.links.some((link) => link.endsWith('/en/notifications'))).toBe(true);
  await app.app.jobs.add(app.db, 'announce', { id, after: 0 });
  expect(await mailsTo(anna.email)).toHaveLength(1);
  const stopped = await inTransaction(app.db, (tx) => announce(app.app, tx, { ...meant, type: 'promotions', startsAt: new Date(Date.now() + 3_600_000) }));
  expect(await cancelAnnouncement(app.db, stopped)).toBe(true);
  expect(await cancelAnnouncement(app.db, stopped)).toBe(false);
  expect(typeOf('promotion')).toBe('promotions');
});

test('an announcement counts whom a mail or a push reaches, before and after: who is counted is told, dropped, or waits', async () => {
  const meant = { type: 'news' as const, texts: { fi: { subject: 'Hiljaisempi', text: 'Yksi.' } }, audience: {}, createdBy: null };
  const plantFinn = async (name: string, set: Record<string, unknown>) => {
    const id = await plant(app, { name, time_zone: 'UTC' });
    await app.db
      .updateTable('members')
      .set({ language: 'fi', ...set })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const days = (many: number) => sql`app_now() + ${many} * interval '1 day'`;
  await plantFinn('Aino', {});
  // Nothing reaches these: a dead address, mails switched off without a device, a pause that outlasts the news.
  await plantFinn('Bounced', { disabled_notification_reason: 'bounce' });
  await plantFinn('Silent', { notifications_disabled: ['email:news'] });
  await plantFinn('Away', { mails_paused_until: days(7) });
  // A pause that ends in time is waited for; a device takes what the mailbox does not.
  await plantFinn('Pausing', { mails_paused_until: days(1) });
  const withDevice = await plantFinn('Device', { notifications_disabled: ['email:news'] });
  await sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth) values (${withDevice}, 'https://push.example/finn', 'k', 'a')`.execute(app.db);
  expect(await audienceSize(app.db, meant)).toEqual({ members: 3, languages: [{ language: 'fi', members: 3 }] });

  const id = await inTransaction(app.db, (tx) => announce(app.app, tx, meant));
  await app.runJobs();
  const figures = async () => (await sql`select meant, sent, mailed, pushed, dropped, status from announcements where id = ${id}`.execute(app.db)).rows[0];
  expect(await figures()).toEqual({ meant: 3, sent: 2, mailed: 1, pushed: 1, dropped: 0, status: 'sent' });
  // Whoever leaves while they wait is dropped.
  await sql`update members set notifications_disabled = '{news}' where language = 'fi' and mails_paused_until is not null`.execute(app.db);
  await postponeJobs(app.db, 0);
  await app.runJobs();
  expect(await figures()).toEqual({ meant: 3, sent: 2, mailed: 1, pushed: 1, dropped: 1, status: 'sent' });
});
