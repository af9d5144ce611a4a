import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { closePages } from '#support/browser/browser.ts';
import { cardsOf, memberPages } from '#support/browser/member-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const pages = await memberPages(site, browser);
beforeEach(() => closePages(browser));

const hoursToNoon = 12 - new Date().getUTCHours();
/** A time zone where it is about noon, so that no daily limit of likes resets during a test. */
const timeZone = hoursToNoon === 0 ? 'UTC' : `Etc/GMT${hoursToNoon < 0 ? '+' : '-'}${Math.abs(hoursToNoon)}`;

/** Inserts a man, and women in an otherwise empty country, the newest last. */
async function company(country: string, women: number) {
  const place = { country, city: 'Somewhere', region: 'Nowhere' };
  const man = await pages.plant({ name: `Man${country}`, gender: 'male', ...place });
  await pages.query('update members set time_zone = $2 where id = $1', [man, timeZone]);
  const ids: number[] = [];
  for (let i = 0; i < women; i++) ids.push(await pages.plant({ name: `Woman${country}${i}`, ...place }));
  return { man, women: ids };
}

test('withdraws a like from its toast and on the other side', async () => {
  const { man, women } = await company('FI', 1);
  const [him, her] = [await pages.page(man, { device: 'phone', timeZone }), await pages.page(women[0]!)];
  await pages.open(her, '/en/members');
  await pages.open(him, '/en/members');
  await him.getByRole('button', { name: 'Like WomanFI0' }).click();
  await him.getByText('You like WomanFI0.').waitFor();
  const modal = her.locator('dialog[open]');
  await modal.getByText('ManFI').first().waitFor();
  await expect.poll(() => her.title()).toMatch(/^\(1\) /);
  await him.getByRole('button', { name: 'Undo' }).click();
  await him.getByRole('button', { name: 'Like WomanFI0' }).waitFor();
  await modal.waitFor({ state: 'detached' });
  await expect.poll(() => her.title()).not.toMatch(/^\(/);
  expect((await pages.ask(her, 'GET', '/api/likes.php')).liked_by).toEqual([]);
});

const onTop = (page: Page) => page.getByRole('group').first().getAttribute('aria-label');

test('undoes the last choice of the swipe game and returns the daily like', async () => {
  const { man } = await company('SE', 6);
  const page = await pages.page(man, { timeZone });
  await pages.open(page, '/en/swipe-game');
  await page.getByText('You have 4 likes a day.').waitFor();
  await expect.poll(() => onTop(page)).toMatch(/^WomanSE5/);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => onTop(page)).toMatch(/^WomanSE4/);
  await page.getByRole('button', { name: 'Bring WomanSE5 back' }).click();
  await expect.poll(() => onTop(page)).toMatch(/^WomanSE5/);
  for (let left = 3; left >= 0; left--) {
    await page.keyboard.press('ArrowRight');
    if (left > 0)
      await page.getByText(left === 1 ? '1 like left today' : `${left} likes left today`).waitFor();
  }
  await page.locator('main').getByRole('timer').waitFor();
  await page.getByRole('button', { name: 'Unlike WomanSE2' }).click();
  await page.getByText('1 like left today').waitFor();
  await expect.poll(() => onTop(page)).toMatch(/^WomanSE2/);
  expect((await pages.ask(page, 'GET', '/api/likes.php')).profiles).toHaveLength(3);
});

test('swipes the deck by touch, ignoring small movements', async () => {
  const { man } = await company('NO', 3);
  const page = await pages.page(man, { device: 'phone', timeZone });
  await pages.open(page, '/en/swipe-game');
  await expect.poll(() => onTop(page)).toMatch(/^WomanNO2/);
  const touch = await page.context().newCDPSession(page);
  const drag = async (by: number) => {
    const box = (await page.getByRole('group').first().boundingBox())!;
    const at = (x: number) => [{ x: box.x + box.width / 2 + x, y: box.y + box.height / 2 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
    for (let step = 1; step <= 10; step++) {
      await page.waitForTimeout(20); // a realistic pace, because speed counts too
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at((by * step) / 10) });
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await drag(30);
  await drag(-160);
  await expect.poll(() => onTop(page)).toMatch(/^WomanNO1/);
  await page.getByText('4 likes left today').waitFor();
  await drag(160);
  await page.getByText('3 likes left today').waitFor();
  expect(
    (await pages.ask(page, 'GET', '/api/likes.php')).profiles.map(({ name }: { name: string }) => name),
  ).toEqual(['WomanNO1']);
});

test('counts down by the second, and loads cards by itself on the next day', async () => {
  const { man } = await company('DK', 5);
  const page = await pages.page(man, { timeZone });
  const { results } = await pages.ask(page, 'GET', '/api/members.php?country=DK&gender=female');
  for (const { id } of results.slice(0, 4))
    await pages.ask(page, 'POST', '/api/swipe.php', { profile: id, like: true });
  const { next_at } = await pages.ask(page, 'GET', '/api/swipe.php');
  const left = (new Date(next_at).getTime() - Date.now()) / 1000;
  await page.clock.install();
  await pages.open(page, '/en/swipe-game');
  const seconds = async () => {
    const [h, m, s] = (await page.locator('main').getByRole('timer', { name: / min / }).textContent())!
      .split(':')
      .map(Number) as [number, number, number];
    return h * 3600 + m * 60 + s;
  };
  await page.clock.runFor(1000);
  const before = await seconds();
  expect(Math.abs(before - left)).toBeLessThan(120);
  await page.clock.runFor(30_000);
  expect(before - (await seconds())).toBeGreaterThanOrEqual(29);
  // Mocks tomorrow's response, because the server's clock has not reached midnight.
  await page.route('**/api/swipe.php', (route) =>
    route.fulfill({ json: { profile: results[4], likes_left: 4, next_at: null } }),
  );
  await page.clock.fastForward((before + 5) * 1000);
  await page.clock.runFor(2000);
  await page.getByText('4 likes left today').waitFor();
});

test.each([
  ['every minute', 60, false],
  ['every five minutes where push tells of news', 300, true],
])('refetches user and likes five seconds after page load, then %s', async (_words, every, pushed) => {
  const man = await pages.plant({ name: `Waiter${every}`, gender: 'male' });
  const page = await pages.page(man);
  if (pushed)
    await pages.query(
      "insert into push_subscriptions (member_id, endpoint, p256dh, auth, session_hash) select member_id, 'https://push.example/1', 'p', 'a', token_hash from sessions where member_id = $1",
      [man],
    );
  const asked = { user: 0, likes: 0 };
  page.on('request', (request) => {
    for (const name of ['user', 'likes'] as const)
      if (request.method() === 'GET' && new URL(request.url()).pathname === `/api/${name}.php`) asked[name]++;
  });
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1000);
  const stream = page.waitForResponse('**/api/events.php*');
  await page.goto('/en/likes', { waitUntil: 'domcontentloaded' });
  const ready = () => page.evaluate(() => document.documentElement.dataset['ready'] !== undefined);
  let waited = 0;
  // The page's clock only advances in these steps.
  while (!(await ready())) {
    await page.waitForTimeout(50);
    if (waited < 2000) {
      await page.clock.runFor(50);
      waited += 50;
    }
  }
  // While the stream is not open, the page refetches every ten seconds.
  await stream;
  await page.clock.runFor(2500);
  expect(asked).toEqual({ user: 0, likes: 0 });
  await page.clock.runFor(5000);
  await expect.poll(() => asked).toEqual({ user: 1, likes: 1 });
  await page.clock.runFor((every - 6) * 1000);
  await page.clock.runFor(6000);
  await expect.poll(() => asked).toEqual({ user: 2, likes: 2 });
  await page.clock.runFor(every * 1000);
  await expect.poll(() => asked).toEqual({ user: 3, likes: 3 });
});

test('shows unread messages plus new likes in title and app badge, and clears the like of an opened profile', async () => {
  const { man, women } = await company('NZ', 3);
  await pages.query('insert into likes (liker_id, liked_id) select unnest($2::bigint[]), $1', [
    man,
    women.slice(0, 2),
  ]);
  const [{ id: conversation }] = await pages.query(
    'insert into conversations (member_low, member_high, last_message_id) values ($1, $2, 1) returning id',
    [Math.min(man, women[2]!), Math.max(man, women[2]!)],
  );
  await pages.query(
    'insert into participants (member_id, conversation_id, other_id, unread, last_message_id) values ($1, $2, $3, 3, 1), ($3, $2, $1, 0, 1)',
    [man, conversation, women[2]],
  );
  const page = await pages.page(man, { timeZone });
  await page.addInitScript(() => {
    const badges: number[] = [];
    Object.assign(window, { badges });
    Object.assign(navigator, {
      setAppBadge: (count: number) => Promise.resolve(badges.push(count)),
      clearAppBadge: () => Promise.resolve(badges.push(0)),
    });
  });
  const badge = () => page.evaluate(() => (window as unknown as { badges: number[] }).badges.at(-1));
  await pages.open(page, '/en/likes');
  await expect.poll(badge).toBe(5);
  expect(await page.title()).toMatch(/^\(5\) /);
  await cardsOf(page).filter({ hasText: 'WomanNZ1' }).first().getByRole('link').click();
  // A profile opened from likes is the same screen as elsewhere.
  await page.waitForURL(`**/en/likes/m/${women[1]}`);
  await page.getByRole('heading', { level: 1, name: 'WomanNZ1' }).waitFor();
  await page.getByRole('button', { name: 'Send a message' }).waitFor();
  await expect.poll(badge).toBe(4);
  await expect.poll(() => page.title()).toMatch(/^\(4\) /);
  await pages.open(page, `/en/members/${women[0]}`);
  await page.getByRole('heading', { level: 1, name: 'WomanNZ0' }).waitFor();
  await expect.poll(badge).toBe(3);
});

test('labels a fictional profile on every surface', async () => {
  const place = { country: 'IT', city: 'Roma', region: 'Lazio' };
  const man = await pages.plant({ name: 'Honest', gender: 'male', ...place });
  const fictional = await pages.plant({ name: 'Fantasia', kind: 'fictional', ...place });
  const real = await pages.plant({ name: 'Vera', ...place });
  await pages.query('insert into likes (liker_id, liked_id) values ($1, $2), ($2, $1)', [man, fictional]);
  await pages.query('insert into profile_views (member_id, profile_id) values ($1, $2)', [man, fictional]);
  const [{ id: conversation }] = await pages.query(
    'insert into conversations (member_low, member_high, last_message_id) values ($1, $2, 1) returning id',
    [Math.min(man, fictional), Math.max(man, fictional)],
  );
  await pages.query(
    'insert into participants (member_id, conversation_id, other_id, last_message_id) values ($1, $2, $3, 1), ($3, $2, $1, 1)',
    [man, conversation, fictional],
  );
  const page = await pages.page(man, { timeZone });
  const labelled = async (path: string, within = 'main') => {
    await pages.open(page, path);
    const shown = page.locator(within).filter({ hasText: 'Fantasia' });
    await shown.first().waitFor();
    for (const one of await shown.all())
      expect(await one.getByText('Fictional profile').count(), `${path} ${within}`).toBeGreaterThan(0);
  };
  await labelled('/en/members', 'main article');
  await labelled('/en/members', 'section li:has(a)');
  await labelled(`/en/members/${real}`, 'main section article');
  for (const path of ['/en/likes', '/en/likes/received', '/en/likes/sent', '/en/likes/matches'])
    await labelled(path, 'main article');
  for (const path of [`/en/members/${fictional}`, `/en/likes/m/${fictional}`]) {
    await pages.open(page, path);
    await page.locator('main').getByText('Fictional profile').first().waitFor();
    await page.getByText('This is a fictional profile, made for entertainment.').waitFor();
  }
  await labelled('/en/chats', 'li:has(a)');
  await labelled(`/en/chats/${conversation}`, 'header');
  // The deck and the like dialog, for a member whom only fictional profiles like.
  await pages.query('delete from likes where liker_id = $1', [man]);
  await labelled('/en/swipe-game', 'main article');
  await pages.query('update likes set like_new = true where liked_id = $1', [man]);
  await pages.open(page, '/en/members?t=0');
  const modal = page.locator('dialog[open]');
  await modal.getByText('Fantasia').first().waitFor();
  expect(await modal.getByText('Fictional profile').count()).toBeGreaterThan(0);
});
