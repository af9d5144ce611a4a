import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { type Client, password, testApp } from '#support/app.ts';

// Blocks are between people: they outlive accounts, and hold for whoever comes with an address of the same person.

const app = testApp();
const DAY = 86_400;
afterEach(() => app.shiftClock(0));

let made = 0;
/** Two members who do not know each other, with addresses of their own. */
const pair = async (): Promise<[Client, Client]> => {
  made++;
  return [await app.as(`anna${made}`), await app.as(`bram${made}`, { gender: 'male', gender_sought: 'female' })];
};

const leave = (client: Client) => client.must('deleteUser', { body: { reason: 'other', password } });

/** Deletes the account and lets the 14 days pass. */
async function leaveForGood(...clients: Client[]): Promise<void> {
  for (const client of clients) await leave(client);
  await app.shiftClock(15 * DAY);
  await app.app.jobs.add(app.db, 'account-purge');
  await app.runJobs();
  await app.shiftClock(0);
  for (const { memberId } of clients)
    expect(await app.db.selectFrom('members').where('id', '=', memberId).select('id').execute(), 'the account is purged').toEqual([]);
}

let back = 0;
/** Signs up again with an address; the link in the mail is followed unless told otherwise. */
const signUpAgain = (email: string, person: { unconfirmed?: boolean; gender?: 'male' | 'female' } = {}) =>
  app.as(`back${++back}`, { gender: 'male', gender_sought: 'female', ...person, email });

const view = (client: Client, id: number) => client.call('member', { query: { id } });
const write = (client: Client, profile: number) => client.call('send', { body: { profile, client_id: randomUUID(), text: 'Hello again' } });

/** Neither reaches the other, and the blocked one hears no more than the sentence that a blocked member reads. */
async function expectBlocked(blocker: Client, blocked: Client): Promise<void> {
  expect((await view(blocked, blocker.memberId)).body).toMatchObject({ error: 'blocked_by' });
  expect((await write(blocked, blocker.memberId)).body).toMatchObject({ error: 'blocked_by' });
  expect((await blocked.call('like', { body: { profile: blocker.memberId } })).body).toMatchObject({ error: 'blocked_by' });
  expect((await write(blocker, blocked.memberId)).status).toBe(403);
  const { results } = await blocked.must('members', { query: { country: 'NL', gender: 'female' } });
  expect(results.map(({ id }) => id)).not.toContain(blocker.memberId);
}

test('a blocked member who is purged and signs up again with the same address is blocked as soon as the address is confirmed', async () => {
  const [anna, bram] = await pair();
  await anna.must('block', { body: { profile: bram.memberId } });
  await leaveForGood(bram);
  const again = await signUpAgain(bram.email.toUpperCase());
  expect(again.memberId).not.toBe(bram.memberId);
  await expectBlocked(anna, again);
  expect((await anna.must('blocks')).profiles.map(({ id }) => id)).toEqual([again.memberId]);
  // Twice over.
  await leaveForGood(again);
  await expectBlocked(anna, await signUpAgain(bram.email));
});

test('until an address is confirmed its blocks tell nothing of it; what was said meanwhile is gone then', async () => {
  const [anna, bram] = await pair();
  await anna.must('block', { body: { profile: bram.memberId } });
  const known = await signUpAgain(bram.email, { unconfirmed: true });
  await leaveForGood(bram);
  const former = await signUpAgain(bram.email, { unconfirmed: true });
  const stranger = await signUpAgain('nobody-here@example.test', { unconfirmed: true });
  const seen = await Promise.all([known, former, stranger].map(async (client) => (await view(client, anna.memberId)).status));
  expect(seen).toEqual([200, 200, 200]);
  expect((await write(former, anna.memberId)).status).toBe(201);
  const [mail] = await app.outbox(former.email);
  const token = new URL(mail!.links.find((link) => link.includes('activate'))!).searchParams.get('token')!;
  await former.must('activate', { body: { token } });
  expect((await anna.must('chats')).chats).toEqual([]);
  await expectBlocked(anna, former);
});

test('nothing of the address itself is kept, and nothing at all of somebody without blocks', async () => {
  const [anna, bram] = await pair();
  const [carla] = await pair();
  await anna.must('block', { body: { profile: bram.memberId } });
  await leaveForGood(bram, carla);
  const { rows } = await sql<{ row: string }>`
    select t::text as row from block_addresses t union all select t::text from kept_blocks t`.execute(app.db);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ row }) => row).join()).not.toContain('example');
  expect(await app.db.selectFrom('block_addresses').where('member_id', '=', carla.memberId).select('member_id').execute()).toEqual([]);
});

test('somebody who only claims an address does not learn whom its owner blocked', async () => {
  const [anna, bram] = await pair();
  await anna.must('block', { body: { profile: bram.memberId } });
  const claimer = await signUpAgain(anna.email, { unconfirmed: true });
  expect((await claimer.must('blocks')).profiles).toEqual([]);
  expect((await view(bram, claimer.memberId)).body).not.toMatchObject({ error: 'blocked_by' });
  // Nor before the mailbox is confirmed, when the owner is gone.
  await leaveForGood(anna);
  const unconfirmed = await signUpAgain(anna.email, { unconfirmed: true });
  expect((await unconfirmed.must('blocks')).profiles).toEqual([]);
});

test('a blocker who signs up again with the same address has the blocks again, and can end them', async () => {
  const [anna, bram] = await pair();
  await anna.must('block', { body: { profile: bram.memberId } });
  await leaveForGood(anna);
  const again = await signUpAgain(anna.email, { gender: 'female' });
  await expectBlocked(again, bram);
  expect((await again.must('blocks')).profiles.map(({ id }) => id)).toEqual([bram.memberId]);
  await again.must('unblock', { body: { profile: bram.memberId } });
  expect((await view(bram, again.memberId)).status).toBe(200);
  // Ended is ended, also for later accounts of either.
  await leaveForGood(bram);
  const other = await signUpAgain(bram.email);
  expect((await view(other, again.memberId)).status).toBe(200);
});

test('a block holds when both were purged and both sign up again, in any order', async () => {
  for (const first of ['blocker', 'blocked'] as const) {
    const [anna, bram] = await pair();
    await anna.must('block', { body: { profile: bram.memberId } });
    await leaveForGood(bram);
    await leaveForGood(anna);
    const back = async (client: Client, gender: 'male' | 'female') => signUpAgain(client.email, { gender });
    if (first === 'blocker') {
      const again = await back(anna, 'female');
      await expectBlocked(again, await back(bram, 'male'));
    } else {
      const again = await back(bram, 'male');
      await expectBlocked(await back(anna, 'female'), again);
    }
  }
});

/** Changes the address of a member by the link in the mail. */
async function changeAddress(client: Client, email: string): Promise<void> {
  await client.must('changeMail', { body: { email, password } });
  const link = (await app.outbox(email)).flatMap(({ links }) => links).find((address) => address.includes('mail-change'))!;
  await client.must('changeMail', { body: { token: new URL(link).searchParams.get('token')! } });
  client.email = email;
}

test('an address that a blocked member left for another brings the block along, before and after the purge', async () => {
  const [anna, bram] = await pair();
  const former = bram.email;
  await anna.must('block', { body: { profile: bram.memberId } });
  await changeAddress(bram, `new-${former}`);
  await expectBlocked(anna, bram);
  const sameMan = await signUpAgain(former);
  await expectBlocked(anna, sameMan);
  await leaveForGood(bram, sameMan);
  await expectBlocked(anna, await signUpAgain(former));
  await expectBlocked(anna, await signUpAgain(`new-${former}`));
});

test('a member who changes to the address of a former account gets its blocks; chats and likes of the two go', async () => {
  const [anna, bram] = await pair();
  const former = bram.email;
  await anna.must('block', { body: { profile: bram.memberId } });
  await leaveForGood(bram);
  const stranger = await signUpAgain(`stranger-${former}`);
  await stranger.must('like', { body: { profile: anna.memberId } });
  await stranger.must('send', { body: { profile: anna.memberId, client_id: randomUUID(), text: 'Do you remember me?' } });
  await changeAddress(stranger, former);
  await expectBlocked(anna, stranger);
  expect((await anna.must('chats')).chats).toEqual([]);
  expect((await anna.must('likes')).liked_by).toEqual([]);
});

test('an address that nobody blocked brings nothing', async () => {
  const [anna, bram] = await pair();
  await leaveForGood(bram);
  const again = await signUpAgain(bram.email);
  expect((await view(again, anna.memberId)).status).toBe(200);
  expect((await write(again, anna.memberId)).status).toBe(201);
});
