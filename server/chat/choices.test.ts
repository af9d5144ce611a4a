import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startChatSite, type ChatSite, type Person } from '#support/chat-site.ts';

let site: ChatSite;
beforeAll(async () => void (site = await startChatSite()));
afterEach(() => site.ledgerAddsUp());
afterAll(() => site.close());

const DAY = 86_400;
/** The clock never goes back: the credits spent in a month would be in the future. */
const advanceClock = (seconds: number) =>
  sql`update test_clock set shift = shift + ${seconds} * interval '1 second'`.execute(site.db);
const open = async (who: Person, other: Person) =>
  (await who.call('chat', { query: { profile: other.id } })).body;
const change = (who: Person, body: object) => who.call('changeUser', { body });
const marks = async (who: Person, other: Person) =>
  (await open(who, other)).messages.map(({ read }: { read?: boolean }) => read);

test('sends and shows no read receipts while they are off, and reveals none from that time later', async () => {
  const [anna, bram] = [
    await site.person({ premium: true, credits: 9 }),
    await site.person({ premium: true, credits: 9 }),
  ];
  await anna.say(bram, 'one');
  await open(bram, anna);
  expect(await marks(anna, bram)).toEqual([true]);

  expect((await change(bram, { read_marks: false })).body.read_marks).toBe(false);
  const [tab, other] = [await site.stream(anna), await site.stream(bram)];
  await anna.say(bram, 'two');
  const { unread } = (await other.next('message')).data;
  expect(unread).toBe(1);
  await open(bram, anna);
  await other.next('read', ({ by }) => by === bram.id);
  await bram.say(anna, 'three');
  await tab.next('message', ({ message }) => message.text === 'three');
  expect(tab.events.filter(({ name }) => name === 'read')).toEqual([]);
  expect(await marks(anna, bram)).toEqual([undefined, undefined, undefined]);
  await open(anna, bram);
  expect(await marks(bram, anna)).toEqual([undefined, undefined, undefined]);

  await change(bram, { read_marks: true });
  expect(await marks(anna, bram)).toEqual([true, false, undefined]);
  await anna.say(bram, 'four');
  await open(bram, anna);
  expect(await marks(anna, bram)).toEqual([true, true, undefined, true]);
  for (const stream of [tab, other]) stream.close();
});

test('sends no read receipt when an unread conversation is removed', async () => {
  const [anna, bram] = [await site.person({ premium: true, credits: 9 }), await site.person()];
  await change(bram, { read_marks: false });
  const { body } = await anna.say(bram, 'hi');
  await bram.call('deleteChat', { body: { conversation: body.conversation.id } });
  await change(bram, { read_marks: true });
  expect(await marks(anna, bram)).toEqual([false]);
});

const pause = (who: Person, days: number) => who.call('pauseSpending', { body: { days } });
const endEarly = (who: Person) => who.call('endSpendingPause');
const pauseOf = async (who: Person) => (await who.call('user')).body.spending_pause;
async function hoursLeft(until: string): Promise<number> {
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from ${until}::timestamptz - app_now())::float / 3600 as hours`.execute(site.db);
  return Math.round(rows[0]!.hours);
}
const buy = (who: Person) =>
  who.call('startPayment', {
    body: { package: 2, method: 'ideal', idempotency_key: randomUUID(), consent: true },
  });

test('rejects paid actions and new payments during a pause, allows free messages, and ends by itself', async () => {
  const [anna, bram] = [await site.person({ premium: true, credits: 50 }), await site.person()];
  const free = await site.person({ credits: 5 });
  for (const who of [anna, free])
    expect(await hoursLeft((await pause(who, 7)).body.spending_pause!.until)).toBe(7 * 24);
  expect((await free.say(bram, 'a free one')).status).toBe(201);

  await sql`update members set free_messages_used = 5 where id = ${anna.id}`.execute(site.db);
  const gift = () => anna.call('send', { body: { profile: bram.id, client_id: randomUUID(), gift: 'rose' } });
  const refused = [await anna.say(bram, 'a paid one'), await gift(), await buy(anna)];
  for (const { status, body } of refused)
    expect([status, body.error, body.message]).toEqual([
      403,
      'spending_paused',
      'You have paused your spending.',
    ]);
  expect(await site.credits(anna)).toBe(50);

  await advanceClock(7 * DAY + 60);
  expect(await pauseOf(anna)).toBeNull();
  expect((await anna.say(bram, 'paid again')).status).toBe(201);
  expect((await buy(anna)).status).toBe(201);
});

test('credits a payment started before the pause, also when repeated by its key', async () => {
  const anna = await site.person();
  const order = { package: 2, method: 'ideal', idempotency_key: randomUUID(), consent: true };
  const first = await anna.call('startPayment', { body: order });
  await pause(anna, 1);
  expect((await anna.call('startPayment', { body: order })).body.payment_id).toBe(first.body.payment_id);
});

test('ends a pause early after a day, unless a longer pause replaces it', async () => {
  const anna = await site.person({ premium: true, credits: 5 });
  await pause(anna, 30);
  expect((await pause(anna, 1)).body.spending_pause).toMatchObject({ ends_early: false });
  expect(await hoursLeft((await pauseOf(anna))!.until)).toBe(30 * 24);
  const ended = (await endEarly(anna)).body.spending_pause;
  expect([await hoursLeft(ended!.until), ended!.ends_early]).toEqual([24, true]);
  await advanceClock(DAY / 2);
  expect((await endEarly(anna)).body.spending_pause!.until).toBe(ended!.until);
  const longer = (await pause(anna, 7)).body.spending_pause;
  expect([await hoursLeft(longer!.until), longer!.ends_early]).toEqual([7 * 24, false]);
});

test('ignores an end without a pause, and rejects other lengths', async () => {
  const anna = await site.person();
  expect((await endEarly(anna)).body.spending_pause).toBeNull();
  expect((await pause(anna, 2)).status).toBe(400);
  expect((await fetch(`${site.origin}/api/spending-pause.php`, { method: 'DELETE' })).status).toBe(403);
});
