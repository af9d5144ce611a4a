import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LiveEvent } from '#server/platform/live/events.ts';
import { testApp, type Client } from '#support/app.ts';
import { browserOf, plant, plantWithBrowser } from '#support/members.ts';

const app = testApp();
// At this hour no member's day ends while a test runs.
beforeEach(() => app.shiftToNoon(2));
afterEach(() => app.shiftClock(0));

function listen(id: number): LiveEvent[] {
  const events: LiveEvent[] = [];
  app.app.events.subscribe(id, (event) => events.push(event));
  return events;
}
const ids = (cards: { id: number }[]) => cards.map(({ id }) => id);
const likesBetween = async (one: number, other: number) =>
  (
    await sql<{
      count: number;
    }>`select count(*)::int as count from likes where liker_id = ${one} and liked_id = ${other}`.execute(
      app.db,
    )
  ).rows[0]!.count;

test('announces a like once, and answers a repeat like the first request', async () => {
  const [anna, bram] = [await plantWithBrowser(app), await plantWithBrowser(app, { gender: 'male' })];
  const events = listen(bram.memberId);
  for (let i = 0; i < 3; i++)
    expect(await anna.must('like', { body: { profile: bram.memberId } })).toEqual({
      liked: true,
      match: false,
    });
  expect(events.map(({ name }) => name)).toEqual(['like']);
  expect(events[0]!.data).toMatchObject({ profile: { id: anna.memberId } });
  expect(await likesBetween(anna.memberId, bram.memberId)).toBe(1);
});

test('makes a mutual like a match for both, ends it on unlike, and ignores repeats', async () => {
  const [anna, bram] = [await plantWithBrowser(app), await plantWithBrowser(app, { gender: 'male' })];
  const [toAnna, toBram] = [listen(anna.memberId), listen(bram.memberId)];
  await anna.must('like', { body: { profile: bram.memberId } });
  expect(await bram.must('like', { body: { profile: anna.memberId } })).toEqual({ liked: true, match: true });
  expect(toAnna.map(({ name }) => name)).toEqual(['match']);
  expect(toBram.map(({ name }) => name)).toEqual(['like', 'match']);
  expect(ids((await anna.must('likes', { query: { type: 'matches' } })).profiles)).toEqual([bram.memberId]);
  for (let i = 0; i < 2; i++)
    expect(await bram.must('unlike', { body: { profile: anna.memberId } })).toEqual({
      liked: false,
      match: false,
    });
  expect(ids((await anna.must('likes', { query: { type: 'matches' } })).profiles)).toEqual([]);
});

test('makes one match and announces it once to each when two members like each other simultaneously', async () => {
  for (let round = 0; round < 5; round++) {
    const [anna, bram] = [await plantWithBrowser(app), await plantWithBrowser(app, { gender: 'male' })];
    const [toAnna, toBram] = [listen(anna.memberId), listen(bram.memberId)];
    await Promise.all([
      anna.must('like', { body: { profile: bram.memberId } }),
      bram.must('like', { body: { profile: anna.memberId } }),
    ]);
    expect(toAnna.filter(({ name }) => name === 'match')).toHaveLength(1);
    expect(toBram.filter(({ name }) => name === 'match')).toHaveLength(1);
  }
});

test('lists unseen received likes first, sent likes, and a match in both', async () => {
  const anna = await plantWithBrowser(app);
  const [first, second, third] = [
    await plant(app, { gender: 'male' }),
    await plant(app, { gender: 'male' }),
    await plant(app, { gender: 'male' }),
  ];
  await sql`insert into likes (liker_id, liked_id) values (${first}, ${anna.memberId}), (${second}, ${anna.memberId}), (${third}, ${anna.memberId})`.execute(
    app.db,
  );
  await anna.must('member', { query: { id: third } });
  await anna.must('like', { body: { profile: second } });
  const likes = await anna.must('likes');
  expect(likes.liked_by.map(({ id, like_new }) => [id, like_new])).toEqual([
    [second, true],
    [first, true],
    [third, false],
  ]);
  expect(ids(likes.profiles)).toEqual([second]);
  expect(likes.next).toBeNull();
});

test.each(['received', 'sent', 'matches'] as const)(
  'returns each like once over the pages of the tab %s',
  async (type) => {
    const anna = await plantWithBrowser(app);
    const others: number[] = [];
    for (let i = 0; i < 30; i++) others.push(await plant(app, { gender: 'male' }));
    await sql`insert into likes (liker_id, liked_id) select unnest(${others}::bigint[]), ${anna.memberId}`.execute(
      app.db,
    );
    await sql`insert into likes (liker_id, liked_id) select ${anna.memberId}, unnest(${others}::bigint[])`.execute(
      app.db,
    );
    await sql`update likes set like_new = false where liked_id = ${anna.memberId} and liker_id % 2 = 0`.execute(
      app.db,
    );
    const list = type === 'received' ? 'liked_by' : 'profiles';
    const first = await anna.must('likes', { query: { type } });
    const second = await anna.must('likes', { query: { type, cursor: first.next! } });
    expect(first[list]).toHaveLength(24);
    expect(new Set([...ids(first[list]), ...ids(second[list])])).toEqual(new Set(others));
    expect(second.next).toBeNull();
  },
);

test('pages through more than a hundred sent and received likes', async () => {
  const anna = await plantWithBrowser(app);
  const others: number[] = [];
  for (let i = 0; i < 105; i++) others.push(await plant(app, { gender: 'male' }));
  await sql`insert into likes (liker_id, liked_id) select unnest(${others}::bigint[]), ${anna.memberId}`.execute(
    app.db,
  );
  await anna.must('like', { body: { profile: others[0]! } });
  const first = await anna.must('likes');
  const second = await anna.must('likes', { query: { cursor: first.next! } });
  expect(new Set(ids([...first.liked_by, ...second.liked_by]))).toEqual(new Set(others));
  expect(ids([...first.profiles, ...second.profiles])).toEqual([others[0]]);
});

test('does not announce a like by an invisible member, and shows it once the member is visible', async () => {
  const [anna, bram] = [
    await plantWithBrowser(app, { invisible: true }),
    await plantWithBrowser(app, { gender: 'male' }),
  ];
  const events = listen(bram.memberId);
  await anna.must('like', { body: { profile: bram.memberId } });
  expect(events).toEqual([]);
  expect((await bram.must('likes')).liked_by).toEqual([]);
  await sql`update profiles set invisible = false where id = ${anna.memberId}`.execute(app.db);
  expect(ids((await bram.must('likes')).liked_by)).toEqual([anna.memberId]);
});

test('shows a real unseen like first in auto-like', async () => {
  const [anna, bram] = [await plantWithBrowser(app), await plant(app, { gender: 'male' })];
  await sql`insert into likes (liker_id, liked_id) values (${bram}, ${anna.memberId})`.execute(app.db);
  expect((await anna.must('autoLike')).id).toBe(bram);
});

test('creates one labelled fictional auto-like a day without a real like, and none by a real member', async () => {
  const anna: Client = await plantWithBrowser(app, { country: 'PL' });
  await plant(app, { gender: 'male', country: 'PL' });
  expect((await anna.call('autoLike')).body.error).toBe('not_found');
  const fictional = await plant(app, { gender: 'male', country: 'PL', kind: 'fictional' });
  const more = await plant(app, { gender: 'male', country: 'PL', kind: 'fictional' });
  const [one, again] = await Promise.all([anna.call('autoLike'), anna.call('autoLike')]);
  const given = [one, again].find(({ status }) => status === 200)!.body;
  expect([fictional, more]).toContain(given.id);
  expect(given.kind).toBe('fictional');
  expect((await anna.must('autoLike')).id).toBe(given.id);
  expect((await anna.must('likes')).liked_by.map(({ id, kind }) => [id, kind])).toEqual([
    [given.id, 'fictional'],
  ]);
  await anna.must('member', { query: { id: given.id } });
  expect((await anna.call('autoLike')).body.error).toBe('not_found');
  await app.shiftClock(86_400);
  expect([fictional, more]).toContain((await anna.must('autoLike')).id);
});

test('requires a login for likes', async () => {
  const someone = await plant(app);
  expect((await app.visitor().call('like', { body: { profile: someone } })).body.error).toBe(
    'authentication_required',
  );
});

test('allows four swipe likes a day, also under parallel requests', async () => {
  const anna = await plantWithBrowser(app, { country: 'SE' });
  const others: number[] = [];
  for (let i = 0; i < 12; i++) others.push(await plant(app, { gender: 'male', country: 'SE' }));
  const answers = await Promise.all(
    others.map((profile) => anna.call('swipeChoice', { body: { profile, like: true } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(8);
  expect(refused[0]!.body.error).toBe('swipe_limit');
  expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0);
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from likes where liker_id = ${anna.memberId}`.execute(app.db);
  expect(rows[0]!.count).toBe(4);
  expect(await anna.must('swipe')).toMatchObject({ profile: null, likes_left: 0 });
});

test('shows the next card beneath the top one, and returns photos with the top card', async () => {
  const anna = await plantWithBrowser(app, { country: 'NO' });
  const [first, second, third] = [
    await plant(app, { gender: 'male', country: 'NO' }),
    await plant(app, { gender: 'male', country: 'NO' }),
    await plant(app, { gender: 'male', country: 'NO' }),
  ];
  const start = await anna.must('swipe');
  expect(start).toMatchObject({ profile: { id: third }, upcoming: { id: second }, photos: [] });
  const next = await anna.must('swipeChoice', { body: { profile: third!, like: false } });
  expect(next).toMatchObject({ profile: { id: second }, upcoming: { id: first } });
});

test('counts a repeated swipe once, and does not count passes', async () => {
  const anna = await plantWithBrowser(app, { country: 'FI' });
  const [bram, chris, dirk] = [
    await plant(app, { gender: 'male', country: 'FI' }),
    await plant(app, { gender: 'male', country: 'FI' }),
    await plant(app, { gender: 'male', country: 'FI' }),
  ];
  expect((await anna.must('swipe')).profile!.id).toBe(dirk);
  expect(await anna.must('swipeChoice', { body: { profile: dirk, like: false } })).toMatchObject({
    profile: { id: chris },
    likes_left: 4,
    match: false,
  });
  await Promise.all([1, 2, 3].map(() => anna.must('swipeChoice', { body: { profile: chris, like: true } })));
  expect(await anna.must('swipe')).toMatchObject({ profile: { id: bram }, likes_left: 3 });
});

test("resets the swipe day at midnight in the member's own time zone", async () => {
  const anna = await plantWithBrowser(app, { country: 'DK', time_zone: 'Pacific/Auckland' });
  const others: number[] = [];
  for (let i = 0; i < 5; i++) others.push(await plant(app, { gender: 'male', country: 'DK' }));
  for (const profile of others.slice(0, 4)) await anna.must('swipeChoice', { body: { profile, like: true } });
  const { next_at } = await anna.must('swipe');
  expect(
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Pacific/Auckland',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(new Date(next_at!)),
  ).toBe('00:00');
  const seconds = (new Date(next_at!).getTime() - Date.now()) / 1000;
  await app.shiftClock(seconds - 60);
  expect((await anna.must('swipe')).likes_left).toBe(0);
  await app.shiftClock(seconds + 60);
  expect(await anna.must('swipe')).toMatchObject({
    likes_left: 4,
    next_at: null,
    profile: { id: others[4] },
  });
});

test('applies a new time zone from tomorrow, without opening an extra day', async () => {
  const anna = await plantWithBrowser(app, { country: 'PL', time_zone: 'Europe/Amsterdam' });
  for (let i = 0; i < 9; i++) await plant(app, { gender: 'male', country: 'PL' });
  const likeAll = async () => {
    let likes = 0;
    for (let { profile } = await anna.must('swipe'); profile; likes++)
      ({ profile } = await anna.must('swipeChoice', { body: { profile: profile.id, like: true } }));
    return likes;
  };
  expect(await likeAll()).toBe(4);
  const before = (await anna.must('swipe')).next_at!;
  // Zones far ahead and far behind do not start a new day.
  for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    expect((await anna.must('changeUser', { body: { time_zone } })).time_zone).toBe(time_zone);
    expect(await anna.must('swipe')).toMatchObject({ likes_left: 0, profile: null });
  }
  // At midnight in Amsterdam, Pago Pago still has the old date, so the wait lasts until the day ends there.
  const { next_at } = await anna.must('swipe');
  expect(next_at! > before).toBe(true);
  const seconds = (instant: string) => (new Date(instant).getTime() - Date.now()) / 1000;
  await app.shiftClock(seconds(before) + 60);
  expect((await anna.must('swipe')).likes_left).toBe(0);
  await app.shiftClock(seconds(next_at!) + 60);
  expect(await likeAll()).toBe(4);
  expect(
    (
      await app.db
        .selectFrom('members')
        .select('time_zone')
        .where('id', '=', anna.memberId)
        .executeTakeFirstOrThrow()
    ).time_zone,
  ).toBe('Europe/Amsterdam');
  expect((await anna.must('user')).time_zone).toBe('Pacific/Pago_Pago');
  // Setting the current zone again cancels a change that is still pending.
  await anna.must('changeUser', { body: { time_zone: 'Pacific/Kiritimati' } });
  const back = await anna.must('changeUser', { body: { time_zone: 'Pacific/Pago_Pago' } });
  expect(back.time_zone).toBe('Pacific/Pago_Pago');
  expect(
    (
      await app.db
        .selectFrom('members')
        .select('next_time_zone_at')
        .where('id', '=', anna.memberId)
        .executeTakeFirstOrThrow()
    ).next_time_zone_at,
  ).toBeNull();
  for (const time_zone of ['Mars/Base', 'CET', '+05:00', ''])
    expect((await anna.call('changeUser', { body: { time_zone } })).body.fields, time_zone).toEqual({
      time_zone: 'invalid',
    });
  await app.shiftClock(0);
});

test('makes a mutual swipe a match', async () => {
  const anna = await plantWithBrowser(app, { country: 'ES' });
  const bram = await plant(app, { gender: 'male', country: 'ES' });
  await (await browserOf(app, bram)).must('like', { body: { profile: anna.memberId } });
  expect((await anna.must('swipe')).profile!.id).toBe(bram);
  expect(await anna.must('swipeChoice', { body: { profile: bram, like: true } })).toMatchObject({
    match: true,
  });
});

test('sends one mail a day for a like that is withdrawn and repeated, and a separate one for a match', async () => {
  const anna = await plantWithBrowser(app);
  const bram = await plantWithBrowser(app, { gender: 'male', name: 'Relike' });
  // No news mail is sent at night.
  const noon = await app.shiftToNoon();
  const mails = async () => {
    await app.away();
    return (await app.outbox('Relike@plant.test')).map(({ subject }) => subject);
  };
  // After five hours the pause between two news mails has ended, so only the rule for repeated likes can
  // suppress a mail.
  for (const hours of [0, 0, 5]) {
    await app.shiftClock(noon + hours * 3600);
    await anna.must('like', { body: { profile: bram.memberId } });
    expect(await mails()).toHaveLength(1);
    await anna.must('unlike', { body: { profile: bram.memberId } });
  }
  await app.shiftClock(noon + 25 * 3600);
  await anna.must('like', { body: { profile: bram.memberId } });
  expect(await mails()).toHaveLength(2);
  await app.shiftClock(noon + 50 * 3600);
  await anna.must('unlike', { body: { profile: bram.memberId } });
  await bram.must('like', { body: { profile: anna.memberId } });
  await anna.must('like', { body: { profile: bram.memberId } });
  expect(await mails()).toHaveLength(3);
});
