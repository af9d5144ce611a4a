import { beforeEach, expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { appReady, closePages, complaintsOf, newPage } from '#support/browser/browser.ts';
import { chatPages, field, log, write } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

// A session that expires while its page is open, a server that stops answering, a device in another day, and a
// high zoom.

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const { idOf, pageOf } = chatPages(() => ({ site, browser, database }));

// Pages stay open until the next test, so that a failure can report them.
beforeEach(() => closePages(browser));

test('says why the login page appears after a session expired, leads back, and keeps the draft', async () => {
  const path = `/members/${await idOf('bram')}/chat`;
  const page = await pageOf('anna', path);
  await field(page).fill('Ik kom zo');
  await database.query("update sessions set expires_at = now() - interval '1 second' where member_id = $1", [
    await idOf('anna'),
  ]);
  await expect
    .poll(() => page.evaluate(() => Object.values({ ...localStorage }).join()))
    .toContain('Ik kom zo');
  // A process knows the sessions of the last seconds by heart, so the page asks until the server refuses it.
  await expect
    .poll(
      async () => {
        if (!page.url().includes('/login')) await page.reload();
        return page.url();
      },
      { timeout: 30_000 },
    )
    .toContain('/login');
  await page.getByText('Je bent uitgelogd omdat je sessie is afgelopen').waitFor();
  await page.locator('[name=email]').fill(emailOf('anna'));
  await page.locator('[name=password]').fill(demoPassword);
  await page.locator('[name=password]').press('Enter');
  await page.waitForURL(`**${path}`);
  await expect.poll(() => field(page).inputValue()).toBe('Ik kom zo');
});

test('does not say so to a visitor who never had a session', async () => {
  const page = await newPage(browser, { device: 'phone', baseURL: site.url, language: 'nl-NL' });
  await page.goto('/chats');
  await page.waitForURL(/login/);
  await page.locator('[name=email]').waitFor();
  expect(await page.getByText('Je bent uitgelogd').count()).toBe(0);
});

test('shows a notice while the server does not answer, which goes when it answers again', async () => {
  const page = await pageOf('anna', '/likes');
  const notice = page.getByText('We blijven het proberen');
  await appReady(page);
  expect(await notice.count()).toBe(0);
  await page.route(/\/(api|health)/, (route) => route.abort('connectionrefused'));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await notice.waitFor();
  await page.unroute(/\/(api|health)/);
  await notice.waitFor({ state: 'detached' });
});

test('keeps quiet about one failed call of a server that answers', async () => {
  const page = await pageOf('anna', '/likes');
  await appReady(page);
  const asked = page.waitForResponse('**/health');
  await page.route('**/api/likes.php*', (route) => route.fulfill({ status: 503, json: {} }));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  expect((await asked).ok()).toBe(true);
  expect(await page.getByText('We blijven het proberen').count()).toBe(0);
});

test('hydrates the chats on a device whose clock is in another day', async () => {
  const page = await newPage(browser, { device: 'phone', baseURL: site.url });
  const complaints = complaintsOf(page);
  await page.request.post('/api/user.php', { data: { email: emailOf('anna'), password: demoPassword } });
  await page.clock.setFixedTime(Date.now() + 25 * 3_600_000);
  await page.goto('/chats');
  await appReady(page);
  expect(complaints.filter((complaint) => complaint.includes('React error'))).toEqual([]);
});

test('leaves room to read a conversation at a zoom of 400 percent', async () => {
  const page = await pageOf('anna', `/members/${await idOf('bram')}/chat`);
  await write(page, 'Hoi Bram');
  await log(page).waitFor();
  // A window of 1280 by 1024 pixels at 400 percent.
  await page.setViewportSize({ width: 320, height: 256 });
  await expect.poll(async () => (await log(page).boundingBox())?.height ?? 0).toBeGreaterThan(150);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
