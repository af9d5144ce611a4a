import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startCallSite, type CallSite } from '#support/calls/call-site.ts';

// The money of a call: which minutes are charged, and which are returned (docs/product.md 10.26).

let site: CallSite;
beforeAll(async () => void (site = await startCallSite()));
afterEach(() => site.ledgerAddsUp());
afterAll(() => site.close());

test('charges each minute once after the free one, and captures it', async () => {
  const [anna, bram] = await site.pair();
  const stream = await site.stream(anna);
  const id = await site.talk(anna, bram);
  await site.stay([anna, bram], id, 50);
  expect(await site.credits(anna)).toBe(20);
  await site.stay([anna, bram], id, 20);
  expect(await site.credits(anna)).toBe(18);
  expect(await site.minutes(id)).toEqual(['1 reserved']);
  expect(await stream.next('credits')).toMatchObject({ data: { credits: 18, reason: 'video_call' } });
  await site.stay([anna, bram], id, 60);
  expect(await site.minutes(id)).toEqual(['1 captured', '2 reserved']);
  const kept = await site.keep(bram, id);
  expect(kept.body).toMatchObject({ status: 'active', credits: 4, outgoing: false, paid_until: null });
  const ended = await bram.call('endVideoCall', { body: { id } });
  expect(ended.body).toMatchObject({
    status: 'ended',
    ended: 'hung_up',
    credits: 4,
    ice_servers: [],
    sdp: null,
  });
  await anna.call('endVideoCall', { body: { id } });
  expect(await site.minutes(id)).toEqual(['1 captured', '2 captured']);
  expect(await site.credits(anna)).toBe(16);
  expect((await anna.call('statement')).body.lines.slice(0, 2)).toMatchObject([
    { kind: 'video_call', credits: -2, with: bram.name },
    { kind: 'video_call', credits: -2, with: bram.name },
  ]);
  expect((await anna.call('user')).body.spent_this_month).toBe(4);
  stream.close();
});

test('charges a minute once when heartbeats arrive in parallel', async () => {
  const [anna, bram] = await site.pair();
  const id = await site.talk(anna, bram);
  await site.stay([anna, bram], id, 55);
  await site.wait(6);
  await Promise.all([anna, bram, anna, bram, anna, bram].map((person) => site.keep(person, id)));
  expect(await site.credits(anna)).toBe(18);
  expect(await site.minutes(id)).toEqual(['1 reserved']);
});

test('gives the free minute once a day to a pair, whoever calls', async () => {
  const [anna, bram] = await site.pair();
  await sql`select book_credits(${bram.id}, 'operator_grant', 5, 'granted', 'of the test', null)`.execute(
    site.db,
  );
  const offer = () => bram.call('videoCallOffer', { query: { profile: anna.id } });
  expect((await offer()).body).toMatchObject({ available: true, reason: null, free_seconds: 60, credits: 5 });
  const first = await site.talk(anna, bram);
  await anna.call('endVideoCall', { body: { id: first } });
  expect((await offer()).body.free_seconds).toBe(0);
  const second = await site.talk(bram, anna, { kind: 'voice', price: 1 });
  expect(await site.credits(bram)).toBe(4);
  await bram.call('endVideoCall', { body: { id: second } });
  await site.wait(24 * 3600 + 1);
  await site.comeOnline(anna, bram);
  expect((await offer()).body.free_seconds).toBe(60);
});

test('charges no minute in which a side was not heard, and returns the one that broke', async () => {
  const [anna, bram] = await site.pair();
  const id = await site.talk(anna, bram);
  await site.stay([anna, bram], id, 70);
  expect(await site.credits(anna)).toBe(18);
  // Bram's browser is gone; Anna's goes on.
  await site.stay([anna], id, 10);
  expect((await site.keep(anna, id)).body).toMatchObject({ status: 'active' });
  await site.stay([anna], id, 20);
  expect((await site.keep(anna, id)).body).toMatchObject({ status: 'ended', ended: 'failed', credits: 0 });
  expect(await site.minutes(id)).toEqual(['1 released']);
  expect(await site.credits(anna)).toBe(20);
  expect((await anna.call('user')).body.spent_this_month).toBe(0);
});

test('does not begin a minute while a side is silent', async () => {
  const [anna, bram] = await site.pair();
  const id = await site.talk(anna, bram);
  await site.stay([anna, bram], id, 45);
  await site.wait(16);
  expect((await site.keep(anna, id)).body).toMatchObject({ status: 'active', credits: 0 });
  expect(await site.minutes(id)).toEqual([]);
  await site.keep(bram, id);
  expect(await site.minutes(id)).toEqual(['1 reserved']);
});

test('returns at most three broken minutes a day', async () => {
  const [anna, bram] = await site.pair();
  const first = await site.talk(anna, bram);
  await anna.call('endVideoCall', { body: { id: first } });
  for (const left of [20, 20, 20, 18]) {
    const id = await site.talk(anna, bram);
    expect(await site.minutes(id)).toEqual(['1 reserved']);
    const ended = await anna.call('endVideoCall', { body: { id, failed: true } });
    const returned = left === 20 ? 2 : 0;
    expect(ended.body).toMatchObject({ ended: 'failed', credits: 2 - returned, credits_returned: returned });
    await anna.call('endVideoCall', { body: { id, failed: true } });
    expect(await site.credits(anna)).toBe(left);
  }
  await site.wait(24 * 3600 + 1);
  const later = await site.talk(anna, bram);
  await site.stay([anna, bram], later, 61);
  await bram.call('endVideoCall', { body: { id: later, failed: true } });
  expect(await site.credits(anna)).toBe(18);
});

test('returns only the minute that broke, not those before', async () => {
  const [anna, bram] = await site.pair();
  const id = await site.talk(anna, bram);
  await site.stay([anna, bram], id, 130);
  await anna.call('endVideoCall', { body: { id, failed: true } });
  expect(await site.minutes(id)).toEqual(['1 captured', '2 released']);
  expect(await site.credits(anna)).toBe(18);
});

test('ends without credits at the end of the paid minute, which the state announces', async () => {
  const [anna, bram] = await site.pair(3);
  const id = await site.talk(anna, bram);
  await site.stay([anna, bram], id, 50);
  expect((await site.keep(anna, id)).body.paid_until).toBeNull();
  await site.stay([anna, bram], id, 20);
  const { paid_until, started_at } = (await site.keep(anna, id)).body;
  expect(Date.parse(paid_until ?? '') - Date.parse(started_at ?? '')).toBe(120_000);
  await site.stay([anna, bram], id, 30);
  expect((await site.keep(anna, id)).body.status).toBe('active');
  await site.stay([anna, bram], id, 25);
  expect((await site.keep(bram, id)).body).toMatchObject({ ended: 'no_credits', credits: 2 });
  expect(await site.credits(anna)).toBe(1);
});

test.each([
  ['a spending pause', `spending_paused_until = app_now() + interval '1 day'`],
  ['the monthly limit', `spending_cap = 3`],
])('ends at the next minute for %s', async (_what, change) => {
  const [anna, bram] = await site.pair();
  const id = await site.talk(anna, bram);
  await site.stay([anna, bram], id, 70);
  await sql`update members set ${sql.raw(change)} where id = ${anna.id}`.execute(site.db);
  expect((await site.keep(anna, id)).body.paid_until).not.toBeNull();
  await site.stay([anna, bram], id, 55);
  expect((await site.keep(anna, id)).body.ended).toBe('no_credits');
  expect(await site.credits(anna)).toBe(18);
});

test('a call nobody is in ends after a minute, and its last minute is returned', async () => {
  const [anna, bram] = await site.pair();
  const id = await site.talk(anna, bram);
  await site.stay([anna, bram], id, 70);
  await site.wait(61);
  await site.runDueJobs();
  const seen = await anna.call('videoCallOffer', { query: { profile: bram.id } });
  expect(seen.body.reason).not.toBe('video_call_busy');
  expect(await site.minutes(id)).toEqual(['1 released']);
  expect(await site.credits(anna)).toBe(20);
  expect((await site.keep(anna, id)).body).toMatchObject({ ended: 'failed' });
});

test('goes on after a restart of the server, with a side back before the other', async () => {
  const [anna, bram] = await site.pair();
  const id = await site.talk(anna, bram);
  await site.stay([anna, bram], id, 70);
  await site.wait(40);
  expect((await site.keep(anna, id)).body.status).toBe('active');
  await site.wait(5);
  expect((await site.keep(bram, id)).body.status).toBe('active');
  await site.stay([anna, bram], id, 30);
  expect(await site.credits(anna)).toBe(16);
});

test('charges nothing at a price of zero', async () => {
  await site.setting({ video_call_credits: 0 });
  const [anna, bram] = await site.pair(0);
  const id = await site.talk(anna, bram, { price: 0 });
  await site.stay([anna, bram], id, 130);
  expect((await site.keep(anna, id)).body).toMatchObject({ status: 'active', credits: 0 });
  expect(await site.minutes(id)).toEqual([]);
  await site.setting({ video_call_credits: 2 });
});

test('reports a charge without its minute, and a minute without its charge', async () => {
  const [anna, bram] = await site.pair();
  const id = await site.talk(anna, bram);
  await site.stay([anna, bram], id, 70);
  await sql`update video_call_minutes set minute = 7 where call_id = ${id}`.execute(site.db);
  await expect(site.ledgerAddsUp()).rejects.toThrow(/minute_without_charge.*charge_without_minute/);
  await sql`update video_call_minutes set minute = 1, state = 'released', settled_at = app_now() where call_id = ${id}`.execute(
    site.db,
  );
  await expect(site.ledgerAddsUp()).rejects.toThrow(/minute_without_charge/);
  await sql`update video_call_minutes set state = 'reserved', settled_at = null where call_id = ${id}`.execute(
    site.db,
  );
  await site.ledgerAddsUp();
  await anna.call('block', { body: { profile: bram.id } });
});
