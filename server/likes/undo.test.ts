import { afterEach, expect, test } from 'vitest';
import type { LiveEvent } from '#server/platform/live/events.ts';
import { testApp } from '#support/app.ts';
import { browserOf, plant, plantWithBrowser } from '#support/members.ts';

const app = testApp();
const strict = testApp({ LIMITS_SCALE: '1' });
afterEach(() => app.shiftClock(0));

function listen(id: number): LiveEvent[] {
  const events: LiveEvent[] = [];
  app.app.events.subscribe(id, (event) => events.push(event));
  return events;
}
const names = (events: LiveEvent[]) => events.map(({ name }) => name);

test("withdraws a like from the recipient's events, list, flag and mail", async () => {
  const [anna, bram] = [await plantWithBrowser(app), await plantWithBrowser(app, { gender: 'male' })];
  const events = listen(bram.memberId);
  await anna.must('like', { body: { profile: bram.memberId } });
  expect((await bram.must('user')).new_likes).toBe(1);
  for (let i = 0; i < 2; i++) await anna.must('unlike', { body: { profile: bram.memberId } });
  expect(names(events)).toEqual(['like', 'unlike']);
  expect(events[1]!.data).toEqual({ profile: anna.memberId });
  expect((await bram.must('user')).new_likes).toBe(0);
  expect((await bram.must('likes')).liked_by).toEqual([]);
});

test('withdraws a like by a hidden member without announcing it', async () => {
  const [anna, bram] = [
    await plantWithBrowser(app, { invisible: true }),
    await plantWithBrowser(app, { gender: 'male' }),
  ];
  const events = listen(bram.memberId);
  await anna.must('like', { body: { profile: bram.memberId } });
  await anna.must('unlike', { body: { profile: bram.memberId } });
  expect(events).toEqual([]);
});

test('undoes the last swipe once: the card returns to the top, the like is withdrawn and not counted', async () => {
  const anna = await plantWithBrowser(app, { country: 'SE' });
  const bram = await plantWithBrowser(app, { gender: 'male', country: 'SE' });
  const newer = await plant(app, { gender: 'male', country: 'SE' });
  const events = listen(bram.memberId);
  await anna.must('swipeChoice', { body: { profile: newer, like: false } });
  expect(await anna.must('swipeChoice', { body: { profile: bram.memberId, like: true } })).toMatchObject({
    likes_left: 3,
  });
  expect(await anna.must('swipeUndo', { body: { profile: bram.memberId } })).toMatchObject({
    profile: { id: bram.memberId },
    likes_left: 4,
    undone: true,
  });
  const again = await Promise.all(
    [1, 2, 3].map(() => anna.must('swipeUndo', { body: { profile: bram.memberId } })),
  );
  for (const answer of again) expect(answer).toMatchObject({ likes_left: 4, undone: false });
  expect(names(events)).toEqual(['like', 'unlike']);
  expect((await anna.must('likes')).profiles).toEqual([]);
  // The pass before it is now the last choice, and can be undone too.
  expect(await anna.must('swipeUndo', { body: { profile: newer } })).toMatchObject({
    profile: { id: newer },
    likes_left: 4,
    undone: true,
  });
});

test('returns each undone like once under parallel requests', async () => {
  const anna = await plantWithBrowser(app, { country: 'NO' });
  const someone = await plant(app, { gender: 'male', country: 'NO' });
  for (let round = 0; round < 4; round++) {
    await anna.must('swipeChoice', { body: { profile: someone, like: true } });
    const answers = await Promise.all(
      [1, 2, 3].map(() => anna.must('swipeUndo', { body: { profile: someone } })),
    );
    expect(answers.filter(({ undone }) => undone)).toHaveLength(1);
    expect((await anna.must('swipe')).likes_left).toBe(4);
  }
});

test('allows another like after the fourth one is undone', async () => {
  const anna = await plantWithBrowser(app, { country: 'FI' });
  const others: number[] = [];
  for (let i = 0; i < 5; i++) others.push(await plant(app, { gender: 'male', country: 'FI' }));
  for (const profile of others.slice(0, 4)) await anna.must('swipeChoice', { body: { profile, like: true } });
  expect(await anna.must('swipe')).toMatchObject({ profile: null, likes_left: 0 });
  expect(await anna.must('swipeUndo', { body: { profile: others[3]! } })).toMatchObject({
    profile: { id: others[3] },
    likes_left: 1,
    next_at: null,
    undone: true,
  });
});

test('undoes only the last choice, within a short time, and never a match', async () => {
  const anna = await plantWithBrowser(app, { country: 'IT' });
  const [bram, chris] = [
    await plantWithBrowser(app, { gender: 'male', country: 'IT' }),
    await plant(app, { gender: 'male', country: 'IT' }),
  ];
  const likesLeft = async () => (await anna.must('swipe')).likes_left;
  await anna.must('swipeChoice', { body: { profile: chris, like: true } });
  await app.shiftClock(31);
  expect(await anna.must('swipeUndo', { body: { profile: chris } })).toMatchObject({
    undone: false,
    likes_left: 3,
  });
  await bram.must('like', { body: { profile: anna.memberId } });
  expect(await anna.must('swipeChoice', { body: { profile: bram.memberId, like: true } })).toMatchObject({
    match: true,
  });
  expect((await anna.call('swipeUndo', { body: { profile: bram.memberId } })).body.error).toBe('conflict');
  expect(await anna.must('swipeUndo', { body: { profile: chris } })).toMatchObject({ undone: false });
  expect(await likesLeft()).toBe(2);
});

test('keeps a like that existed before the undone swipe', async () => {
  const anna = await plantWithBrowser(app, { country: 'ES' });
  const chris = await plant(app, { gender: 'male', country: 'ES' });
  await anna.must('like', { body: { profile: chris } });
  await app.shiftClock(60);
  await anna.must('swipeChoice', { body: { profile: chris, like: true } });
  expect(await anna.must('swipeUndo', { body: { profile: chris } })).toMatchObject({
    undone: true,
    likes_left: 4,
  });
  expect((await anna.must('likes')).profiles.map(({ id }) => id)).toEqual([chris]);
});

test('requires a login for undo and limits it to thirty an hour', async () => {
  expect((await app.visitor().call('swipeUndo', { body: { profile: 1 } })).body.error).toBe(
    'authentication_required',
  );
  const anna = await browserOf(strict, await plant(strict));
  const statuses: number[] = [];
  for (let i = 0; i < 31; i++) statuses.push((await anna.call('swipeUndo', { body: { profile: 1 } })).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
});
