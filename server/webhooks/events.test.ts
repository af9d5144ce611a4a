import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Role } from '#contract/lists/roles.ts';
import { webhookEvents } from '#contract/lists/webhook-events.ts';
import { type Client, password, testApp } from '#support/app.ts';
import { plant, setSettings } from '#support/members.ts';
import { answerOf, plantWriter, writeToProfile } from '#support/office/desk.ts';
import { operatorWith, plantOfficeWork } from '#support/office/office-work.ts';

// What happens on the site reaches webhooks in the transaction of the act.

const site = testApp({ PARTNER_HOSTS: '127.0.0.1:9' });
const operators = new Map<Role, Client>();
let work: ReturnType<typeof plantOfficeWork>;

beforeAll(async () => {
  for (const role of ['owner', 'moderator', 'support', 'finance'] as const)
    operators.set(role, await operatorWith(site, role));
  const member = await site.as('mila');
  work = plantOfficeWork(site, { operators, member: () => member });
  await as('owner').must('addWebhook', {
    body: { url: 'http://127.0.0.1:9/hook', events: [...webhookEvents] },
  });
});

const as = (role: Role): Client => operators.get(role)!;

/** The data of the newest delivery of an event. */
async function newest(event: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<{ data: Record<string, unknown> }>`
    select payload -> 'data' as data from webhook_deliveries where event = ${event} order by number desc limit 1`.execute(
    site.db,
  );
  return rows[0]?.data;
}

test('tells of a deleted account', async () => {
  const dora = await site.as('dora');
  await dora.must('deleteUser', { body: { reason: 'other', remarks: 'No words of hers', password } });
  expect(await newest('member.deleted')).toEqual({ member: dora.memberId });
});

test('tells of the verified badge, not of a refused selfie', async () => {
  await as('moderator').must('decideVerification', {
    body: { id: await work.waitingSelfie(), verified: false, reason: 'unclear' },
  });
  expect(await newest('member.verified')).toBeUndefined();
  const id = await work.waitingSelfie();
  await as('moderator').must('decideVerification', { body: { id, verified: true } });
  const { rows } = await sql`select member_id as member from verifications where id = ${id}`.execute(site.db);
  expect(await newest('member.verified')).toEqual(rows[0]);
});

test('tells of a passed age check with its method only', async () => {
  const id = await work.waitingAgeCheck();
  await as('moderator').must('decideAgeCheck', { body: { id, adult: true } });
  const { rows } = await sql`select member_id as member, method from age_checks where id = ${id}`.execute(
    site.db,
  );
  expect(await newest('member.age_assured')).toEqual(rows[0]);
});

test('tells of a held account with the reason', async () => {
  const banned = await site.as('rolf', { email: 'rolf@example.test' });
  await as('moderator').must('takeMeasure', {
    body: { member: banned.memberId, kind: 'ban', ground: 'spam', facts: 'Sold tickets' },
  });
  const again = await site.as('rolf again', { email: 'rolf+1@example.test' });
  expect(await newest('member.flagged')).toEqual({ member: again.memberId, reason: 'banned_mail' });
});

test('tells of a refund that waits for a second operator', async () => {
  await setSettings(site, { refund_approval_cents: { EUR: 100 } });
  const payment = await work.payment();
  const id = randomUUID();
  await as('finance').must('adminRefund', {
    body: { id, payment, amount: { amount: '2.00', currency: 'EUR' }, credits: 0, reason: 'a gesture' },
  });
  expect(await newest('refund.asked')).toMatchObject({
    payment,
    refund: id,
    amount: '2.00',
    currency: 'EUR',
  });
});

test('tells once of each wait at the desk that lasts longer than the setting', async () => {
  await setSettings(site, { desk_wait_minutes: 30 });
  const profile = await plant(site, { name: 'Mira', kind: 'fictional' });
  const member = await site.as('wendy', { credits: 20 });
  const conversation = await writeToProfile(member, profile);
  const waits = async () => {
    await site.app.jobs.add(site.db, 'report-long-waits');
    await site.runJobs();
    const { rows } = await sql<{ data: unknown }>`
      select payload -> 'data' as data from webhook_deliveries where event = 'desk.waiting' order by number`.execute(
      site.db,
    );
    return rows.map(({ data }) => data);
  };
  await site.shiftClock(29 * 60);
  expect(await waits()).toEqual([]);
  await site.shiftClock(31 * 60);
  const reported = { member: member.memberId, profile, conversation, since: expect.any(String) };
  expect(await waits()).toEqual([reported]);
  await member.must('send', { body: { conversation, client_id: randomUUID(), text: 'Are you there?' } });
  expect(await waits()).toEqual([reported]);

  const writer = await plantWriter(site, 'Wim');
  await writer.must('deskClaim', { body: { conversation } });
  await writer.must('deskAnswer', answerOf(conversation, 'Yes!'));
  await member.must('send', { body: { conversation, client_id: randomUUID(), text: 'And now?' } });
  expect(await waits()).toHaveLength(1);
  await site.shiftClock(63 * 60);
  expect(await waits()).toEqual([reported, reported]);

  // The credits of an unanswered message go back after a day; the next message begins another wait.
  const later = 26 * 3600;
  await site.shiftClock(later);
  await site.app.jobs.add(site.db, 'return-unanswered-credits');
  await site.runJobs();
  await member.must('send', { body: { conversation, client_id: randomUUID(), text: 'Hello again' } });
  expect(await waits()).toHaveLength(2);
  await site.shiftClock(later + 31 * 60);
  expect(await waits()).toEqual([reported, reported, reported]);
  await site.shiftClock(0);
});

test('tells of an appeal once', async () => {
  const bert = await site.as('bert');
  const { id: measure } = await as('moderator').must('takeMeasure', {
    body: { member: bert.memberId, kind: 'warning', ground: 'harassment', facts: 'Insults' },
  });
  const mail = (await site.outbox(bert.email)).find(({ links }) =>
    links.some((link) => link.includes('/appeal')),
  );
  const token = new URL(mail!.links.find((link) => link.includes('/appeal'))!).searchParams.get('token')!;
  for (let n = 0; n < 2; n++) await site.visitor().must('appeal', { body: { token, text: 'It was not me' } });
  expect(await newest('appeal.received')).toEqual({
    member: bert.memberId,
    measure,
    appeal: expect.any(Number),
  });
  const { rows: told } = await sql`select 1 from webhook_deliveries where event = 'appeal.received'`.execute(
    site.db,
  );
  expect(told).toHaveLength(1);
});
