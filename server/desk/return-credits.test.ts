import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import { plant, setSettings } from '#support/members.ts';
import { secondsToMidMonth } from '#support/money/months.ts';
import { answerOf, plantWriter, writeToProfile } from '#support/office/desk.ts';
import { reconcileLedger } from '../credits/index.ts';

const app = testApp();
const HOUR = 3600;

// The clock is set to mid-month, because credits returned in the next month do not lower what was spent in this one.
const midMonth = secondsToMidMonth();
const at = (seconds: number) => app.shiftClock(midMonth + seconds);
beforeAll(() => at(0));

const creditsOf = async (member: Client) => (await member.must('user')).credits;

test('returns the credits of unanswered messages once, with a mail, after the configured hours', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [eva, fay, willy] = [
    await app.as('eva', { credits: 20 }),
    await app.as('fay', { credits: 20 }),
    await plantWriter(app, 'Wim'),
  ];
  for (const member of [eva, fay])
    await sql`update members set free_messages_used = 5 where id = ${member.memberId}`.execute(app.db);
  const [unanswered, answered] = [await writeToProfile(eva, mira), await writeToProfile(fay, mira)];
  await eva.must('send', { body: { conversation: unanswered, client_id: randomUUID(), gift: 'rose' } });
  await willy.must('deskClaim', { body: { conversation: answered } });
  await willy.must('deskAnswer', answerOf(answered, 'Good evening.'));
  expect([await creditsOf(eva), await creditsOf(fay)]).toEqual([14, 19]);
  // Unsubscribing from one kind of news does not stop mails about credits.
  await sql`update members set notifications_disabled = '{email:like}', disabled_notification_reason = 'listunsubscribe' where id = ${eva.memberId}`.execute(
    app.db,
  );

  await setSettings(app, { fictional_answer_hours: 2 });
  const pass = () => app.app.jobs.add(app.db, 'return-unanswered-credits');
  await at(2 * HOUR - 60);
  await pass();
  await app.runJobs();
  expect(await creditsOf(eva)).toBe(14);
  await at(2 * HOUR + 60);
  for (let i = 0; i < 2; i++) {
    await pass();
    await app.runJobs();
  }
  expect([await creditsOf(eva), await creditsOf(fay)]).toEqual([20, 19]);
  const mails = (await app.outbox(eva.email)).filter(({ subject }) =>
    subject?.includes('6 credits are back'),
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain('Mira');
  expect((await eva.must('chat', { query: { conversation: unanswered } })).returned_credits).toBe(6);
  expect((await eva.must('activity')).events).toMatchObject([
    { kind: 'credits_returned', profile: { id: mira, kind: 'fictional' }, details: { credits: 6 } },
  ]);

  // A new message starts a new wait, and its credits are returned as well.
  await eva.must('send', {
    body: { conversation: unanswered, client_id: randomUUID(), text: 'Still there?' },
  });
  await at(5 * HOUR);
  await pass();
  await app.runJobs();
  expect(await creditsOf(eva)).toBe(20);
  await at(0);
});

test('returns the credits of a refused and unanswered image once', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const max = await plantWriter(app, 'Max');
  await sql`update members set roles = '{moderator}' where id = ${max.memberId}`.execute(app.db);
  await setSettings(app, { fictional_answer_hours: 2 });
  const grey = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#808080' } })
    .jpeg()
    .toBuffer();
  const refuseAll = async () => {
    for (const { id } of (await max.must('adminChatImages', { query: {} })).images)
      await max.must('decideChatImage', { body: { id, approve: false } });
  };
  const leaveUnanswered = async () => {
    await at(3 * HOUR);
    await app.app.jobs.add(app.db, 'return-unanswered-credits');
    await app.runJobs();
    await at(0);
  };
  for (const [name, first, second] of [
    ['rosa', leaveUnanswered, refuseAll],
    ['ruby', refuseAll, leaveUnanswered],
  ] as const) {
    const member = await app.as(name, { credits: 20 });
    await member.must('fictionalAck', { body: { profile: mira } });
    const image = await member.call('send', {
      body: { profile: mira, client_id: randomUUID() },
      file: { content: grey },
    });
    expect(image.status).toBe(201);
    expect(await creditsOf(member)).toBe(18);
    await first();
    expect(await creditsOf(member)).toBe(20);
    await second();
    expect(await creditsOf(member)).toBe(20);
    expect((await member.must('user')).spent_this_month).toBe(0);
  }
  expect((await reconcileLedger(app.db)).faults).toEqual([]);
});
