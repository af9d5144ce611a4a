import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { type Client, password, testApp } from '#support/app.ts';

// Blocks are between people: they outlive accounts, and apply to new accounts with the same address.

const app = testApp();
const DAY = 86_400;
afterEach(() => app.shiftClock(0));

let made = 0;
const pair = async (): Promise<[Client, Client]> => {
  made++;
  return [
    await app.as(`anna${made}`),
    await app.as(`bram${made}`, { gender: 'male', gender_sought: 'female' }),
  ];
};

const leave = (client: Client) => client.must('deleteUser', { body: { reason: 'other', password } });

async function leaveForGood(...clients: Client[]): Promise<void> {
  for (const client of clients) await leave(client);
  await app.shiftClock(15 * DAY);
  await app.app.jobs.add(app.db, 'account-purge');
  await app.runJobs();
  await app.shiftClock(0);
  for (const { memberId } of clients)
    expect(
      await app.db.selectFrom('members').where('id', '=', memberId).select('id').execute(),
      'the account is purged',
    ).toEqual([]);
}

let back = 0;
const signUpAgain = (email: string, person: { unconfirmed?: boolean; gender?: 'male' | 'female' } = {}) =>
  app.as(`back${++back}`, { gender: 'male', gender_sought: 'female', ...person, email });

const view = (client: Client, id: number) => client.call('member', { query: { id } });
const write = (client: Client, profile: number) =>
  client.call('send', { body: { profile, client_id: randomUUID(), text: 'Hello again' } });

/**
 * Checks that neither can reach the other, and that the blocked member sees only the standard sentence for
 * blocked members.
 */
async function expectBlocked(blocker: Client, blocked: Client): Promise<void> {
  expect((await view(blocked, blocker.memberId)).body).toMatchObject({ error: 'blocked_by' });
  expect((await write(blocked, blocker.memberId)).body).toMatchObject({ error: 'blocked_by' });
  expect((await blocked.call('like', { body: { profile: blocker.memberId } })).body).toMatchObject({
    error: 'blocked_by',
  });
  expect((await write(blocker, blocked.memberId)).status).toBe(403);
  const { results } = await blocked.must('members', { query: { country: 'NL', gender: 'female' } });
  expect(results.map(({ id }) => id)).not.toContain(blocker.memberId);
}

test('blocks a purged member who signs up again with the same address, once it is confirmed', async () => {
  const [anna, bram] = await pair();
  await anna.must('block', { body: { profile: bram.memberId } });
  await leaveForGood(bram);
  const again = await signUpAgain(bram.email.toUpperCase());
  expect(again.memberId).not.toBe(bram.memberId);
  await expectBlocked(anna, again);
  expect((await anna.must('blocks')).profiles.map(({ id }) => id)).toEqual([again.memberId]);
  await leaveForGood(again);
  await expectBlocked(anna, await signUpAgain(bram.email));
});

test('reveals no blocks before an address is confirmed, and deletes the conversation from that time afterwards', async () => {
  const [anna, bram] = await pair();
  await anna.must('block', { body: { profile: bram.memberId } });
  const known = await signUpAgain(bram.email, { unconfirmed: true });
  await leaveForGood(bram);
  const former = await signUpAgain(bram.email, { unconfirmed: true });
  const stranger = await signUpAgain('nobody-here@example.test', { unconfirmed: true });
  const seen = await Promise.all(
    [known, former, stranger].map(async (client) => (await view(client, anna.memberId)).status),
  );
  expect(seen).toEqual([200, 200, 200]);
  expect((await write(former, anna.memberId)).status).toBe(201);
  const [mail] = await app.outbox(former.email);
  const token = new URL(mail!.links.find((link) => link.includes('activate'))!).searchParams.get('token')!;
  await former.must('activate', { body: { token } });
  expect((await anna.must('chats')).chats).toEqual([]);
  await expectBlocked(anna, former);
});

test('stores only a hash of the address, and nothing about members without blocks', async () => {
  const [anna, bram] = await pair();
  const [carla] = await pair();
  await anna.must('block', { body: { profile: bram.memberId } });
  await leaveForGood(bram, carla);
  const { rows } = await sql<{ row: string }>`
    select t::text as row from block_addresses t union all select t::text from kept_blocks t`.execute(app.db);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ row }) => row).join()).not.toContain('example');
  expect(
    await app.db
      .selectFrom('block_addresses')
      .where('member_id', '=', carla.memberId)
      .select('member_id')
      .execute(),
  ).toEqual([]);
});

test('does not reveal blocks to somebody who only claims an address', async () => {
  const [anna, bram] = await pair();
  await anna.must('block', { body: { profile: bram.memberId } });
  const claimer = await signUpAgain(anna.email, { unconfirmed: true });
  expect((await claimer.must('blocks')).profiles).toEqual([]);
  expect((await view(bram, claimer.memberId)).body).not.toMatchObject({ error: 'blocked_by' });
  // Nor are blocks revealed after the owner was purged, before the address is confirmed.
  await leaveForGood(anna);
  const unconfirmed = await signUpAgain(anna.email, { unconfirmed: true });
  expect((await unconfirmed.must('blocks')).profiles).toEqual([]);
});

test('restores the blocks of a blocker who signs up again, who can then end them', async () => {
  const [anna, bram] = await pair();
  await anna.must('block', { body: { profile: bram.memberId } });
  await leaveForGood(anna);
  const again = await signUpAgain(anna.email, { gender: 'female' });
  await expectBlocked(again, bram);
  expect((await again.must('blocks')).profiles.map(({ id }) => id)).toEqual([bram.memberId]);
  await again.must('unblock', { body: { profile: bram.memberId } });
  expect((await view(bram, again.memberId)).status).toBe(200);
  // An ended block stays ended for later accounts of both members.
  await leaveForGood(bram);
  const other = await signUpAgain(bram.email);
  expect((await view(other, again.memberId)).status).toBe(200);
});

test('keeps a block after the purge of both members, in any order of signing up again', async () => {
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

async function changeAddress(client: Client, email: string): Promise<void> {
  await client.must('changeMail', { body: { email, password } });
  const link = (await app.outbox(email))
    .flatMap(({ links }) => links)
    .find((address) => address.includes('mail-change'))!;
  await client.must('changeMail', { body: { token: new URL(link).searchParams.get('token')! } });
  client.email = email;
}

test('blocks accounts with a former address of a blocked member, before and after the purge', async () => {
  const [anna, bram] = await pair();
  const former = bram.email;
  await anna.must('block', { body: { profile: bram.memberId } });
  await changeAddress(bram, `new-${former}`);
  await expectBlocked(anna, bram);
  // The former address is reserved for as long as its owner can restore the account.
  await app.shiftClock(8 * DAY);
  const sameMan = await signUpAgain(former);
  await app.shiftClock(0);
  await expectBlocked(anna, sameMan);
  await leaveForGood(bram, sameMan);
  await expectBlocked(anna, await signUpAgain(former));
  await expectBlocked(anna, await signUpAgain(`new-${former}`));
});

test('applies the blocks of a former account when a member changes to its address, and deletes the affected chats and likes', async () => {
  const [anna, bram] = await pair();
  const former = bram.email;
  await anna.must('block', { body: { profile: bram.memberId } });
  await leaveForGood(bram);
  const stranger = await signUpAgain(`stranger-${former}`);
  await stranger.must('like', { body: { profile: anna.memberId } });
  await stranger.must('send', {
    body: { profile: anna.memberId, client_id: randomUUID(), text: 'Do you remember me?' },
  });
  await changeAddress(stranger, former);
  await expectBlocked(anna, stranger);
  expect((await anna.must('chats')).chats).toEqual([]);
  expect((await anna.must('likes')).liked_by).toEqual([]);
});

test('changes nothing for an address without blocks', async () => {
  const [anna, bram] = await pair();
  await leaveForGood(bram);
  const again = await signUpAgain(bram.email);
  expect((await view(again, anna.memberId)).status).toBe(200);
  expect((await write(again, anna.memberId)).status).toBe(201);
});
