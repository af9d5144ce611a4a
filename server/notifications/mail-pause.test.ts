import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import { plant } from '#support/members.ts';
import { addresseeOf } from './audience.ts';
import { notifyLike } from './notify-like.ts';
import { takesMail } from './rules.ts';
import { sendNews } from './send-news.ts';

const site = testApp();

/**
 * Moves the clock to noon in the member's time zone some days from now: outside quiet hours, and with nobody
 * online.
 */
async function noonIn(days: number): Promise<void> {
  await site.shiftToNoon(days * 24);
  await site.away();
}

async function likedOnceMore(member: Client): Promise<void> {
  const liker = await plant(site, { gender: 'male' });
  await sql`insert into likes (liker_id, liked_id) values (${liker}, ${member.memberId})`.execute(site.db);
  await notifyLike(site.app, { liker, liked: member.memberId, match: false });
  await sendNews(site.app, { member: member.memberId, type: 'like' });
}

const likeMails = async (member: Client) =>
  (await site.outbox(member.email)).filter(({ subject }) => subject?.includes('like')).length;

test('stops news mails during a pause but not mails about the account, and resumes on time', async () => {
  const anna = await site.as('anna', { time_zone: 'UTC' });
  await noonIn(0);
  const { mails_paused_until: until } = await anna.must('pauseMails', { body: { days: 7 } });
  const { rows } = await sql<{
    days: number;
  }>`select extract(epoch from ${until}::timestamptz - app_now()) / 86400 as days`.execute(site.db);
  expect(Number(rows[0]!.days)).toBeCloseTo(7, 1);
  await noonIn(6);
  await likedOnceMore(anna);
  expect(await likeMails(anna)).toBe(0);
  const to = (await addresseeOf(site.app, anna.memberId))!;
  for (const type of [
    'new_conversations',
    'new_messages',
    'like',
    'unread_message_reminders',
    'reminders',
  ] as const)
    expect(takesMail(to, type), type).toBe(false);
  await anna.must('changePassword', {
    body: { old_password: 'een-lang-wachtwoord', password: 'een nieuw wachtwoord' },
  });
  expect((await site.outbox(anna.email))[0]!.subject).toContain('password');
  await noonIn(8);
  expect((await anna.must('user')).mails_paused_until).toBeNull();
  await noonIn(8);
  await likedOnceMore(anna);
  // News from the pause is not sent afterwards.
  expect((await site.outbox(anna.email))[0]!.subject).toMatch(/likes you$/);
  expect(await likeMails(anna)).toBe(1);
});

test('lets the member end the pause, or replace it with a new one', async () => {
  const bea = await site.as('bea', { time_zone: 'UTC' });
  await noonIn(0);
  const long = await bea.must('pauseMails', { body: { days: 90 } });
  const short = await bea.must('pauseMails', { body: { days: 7 } });
  expect(Date.parse(short.mails_paused_until!)).toBeLessThan(Date.parse(long.mails_paused_until!));
  expect((await bea.call('pauseMails', { body: { days: 8 } })).status).toBe(400);
  expect((await bea.must('endMailPause')).mails_paused_until).toBeNull();
  expect((await bea.must('endMailPause')).mails_paused_until).toBeNull();
  await noonIn(0);
  await likedOnceMore(bea);
  expect(await likeMails(bea)).toBe(1);
});
