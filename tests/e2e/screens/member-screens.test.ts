import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { hydrated } from '#support/browser/browser.ts';
import { recordShifts } from '#support/browser/layout-shifts.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { inEnglish, measuredPage, WALK_MS, walk, walkOptions } from '#support/browser/screen-walk.ts';
import { memberScreens } from '#support/browser/screens.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const people = await memberPages(site, browser);

async function demoPage(device: 'phone' | 'desktop'): Promise<Page> {
  const page = await measuredPage(browser, walkOptions(site, { device }));
  const login = { email: emailOf('anna'), password: demoPassword };
  const answer = await page.request.post('/api/user.php', { data: login });
  expect(answer.ok()).toBe(true);
  return page;
}

test.each(['phone', 'desktop'] as const)(
  'loads every screen of a premium member without layout shift, console errors or axe violations (%s)',
  { timeout: WALK_MS },
  async (device) => {
    const page = await demoPage(device);
    const { chats } = await (await page.request.get('/api/chats.php')).json();
    const own = [
      `/chats/${chats[0].conversation.id}`,
      `/members/${chats[0].profile.id}`,
      `/members/${chats[0].profile.id}/chat`,
    ];
    // The first page reports the browser's time zone, so that the others are rendered in it.
    await people.open(page, '/en/members');
    await walk(page.context(), inEnglish([...memberScreens, ...own]), { axe: device === 'phone' });
  },
);

test('renders times on the server in the time zone reported by the browser', async () => {
  const page = await demoPage('phone');
  await people.open(page, '/en/chats');
  const { chats } = await (await page.request.get('/api/chats.php')).json();
  const at: string = chats[0].last_message.created_at;
  const html = await (await page.request.get('/en/chats')).text();
  const inZone = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(new Date(at));
  const day = (timeZone: string) => new Intl.DateTimeFormat('sv', { timeZone }).format(new Date(at));
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Pacific/Auckland' }).format(new Date());
  const shown =
    day('Pacific/Auckland') === today
      ? inZone('Pacific/Auckland')
      : new Intl.DateTimeFormat('en-GB', {
          timeZone: 'Pacific/Auckland',
          day: 'numeric',
          month: 'short',
        }).format(new Date(at));
  expect(html).toContain(`dateTime="${at}">${shown}<`);
});

test('shows a new member profiles first, below a single one-line notice, and the notice on other screens too', async () => {
  const fresh = await people.plant({ name: 'Greet' });
  await people.query("update members set status = 'not_confirmed', signup_date = app_now() where id = $1", [
    fresh,
  ]);
  await people.query("update profiles set status = 'disabled' where id = $1", [fresh]);
  const page = await people.page(fresh, walkOptions(site, { device: 'phone' }));
  await recordShifts(page.context());
  await page.goto('/en/members', { waitUntil: 'load' });
  const notice = page.getByText('Confirm your email to get answers');
  await notice.waitFor();
  const bar = await notice.evaluate(
    (element) => element.closest('[role=status]')?.getBoundingClientRect().height,
  );
  expect(bar).toBeLessThan(60);
  const photo = await page.locator('main article img').first().boundingBox();
  expect(photo?.y).toBeLessThan(844 - 66 - 200);
  for (const path of ['/en/swipe-game', '/en/premium', '/en/profile', '/en/chats']) {
    await page.goto(path);
    await notice.waitFor();
    expect(await notice.count(), path).toBe(1);
  }
  await walk(
    page.context(),
    [
      '/en/members',
      '/en/premium',
      '/en/swipe-game',
      '/en/profile',
      '/en/notifications',
      '/en/notifications/security',
    ],
    { axe: true },
  );
});

test('sends the notice in its place, and keeps it while the member changes before its code has arrived', async () => {
  const lotte = await people.plant({ name: 'Lotte' });
  await people.query("update members set status = 'not_confirmed' where id = $1", [lotte]);
  const page = await people.page(lotte, walkOptions(site, { device: 'phone' }));
  await recordShifts(page.context());
  for (const path of inEnglish(['/members', '/premium', '/likes'])) {
    const html = await (await page.request.get(path)).text();
    expect(html, path).toContain('Confirm your email to get answers');
    // A part that a script of the page would move to its place.
    expect(html, path).not.toContain('<template id="B:');
  }

  const arrival = Promise.withResolvers<void>();
  await page.route(/\/assets\/notice-/, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await people.open(page, '/en/members');
  const notice = page.getByText('Confirm your email to get answers');
  await people.query('update members set credits = 7 where id = $1', [lotte]);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('link', { name: '7 credits' }).first().waitFor();
  expect(await notice.isVisible()).toBe(true);
  arrival.resolve();
  await hydrated(page.getByRole('button', { name: 'Send again' }));
  expect(await page.evaluate(() => window.layoutShifts?.parts)).toEqual([]);
});

test('keeps the actions of a profile in view on a phone at any scroll position', async () => {
  const page = await demoPage('phone');
  const { results } = await (await page.request.get('/api/members.php?gender=male')).json();
  await page.goto(`/en/members/${results[0].id}`);
  const action = page.getByRole('button', { name: /message|conversation/i }).last();
  for (const down of [0, 600, 1100]) {
    await page.evaluate((y) => scrollTo(0, y), down);
    const box = await action.boundingBox();
    if (!box) throw new Error(`The button is not displayed at ${down}.`);
    expect(box.y, `at ${down}`).toBeGreaterThan(0);
    expect(box.y + box.height, `at ${down}`).toBeLessThan(844 - 60);
  }
});
