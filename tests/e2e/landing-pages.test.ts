import { spawnSync } from 'node:child_process';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appReady, launchBrowser, newPage } from '#support/browser.ts';
import { designs, faultsOf, measureDesign, most } from '#support/landing-pages.ts';
import { startSite, type RunningSite } from '#support/running-site.ts';

let site: RunningSite;
let browser: Browser;
let db: pg.Client;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), launchBrowser()]);
  db = new pg.Client({ connectionString: site.databaseUrl() });
  await db.connect();
});
afterAll(async () => {
  await db?.end();
  await browser?.close();
  await site?.remove();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(site.url + path, { redirect: 'manual', headers });

test('every route of the product answers a visitor: a page, or the way to the login page', async () => {
  const paths = [
    ...designs,
    ...[
      '/',
      '/members',
      '/members/1',
      '/members/1/chat',
      '/likes',
      '/likes/sent',
      '/likes/m/1',
      '/chats',
      '/chats/1',
      '/credits',
      '/credits/1',
      '/credits/repeat-order',
      '/directdebit',
    ],
    ...[
      '/transactions',
      '/premium',
      '/pricing',
      '/profile',
      '/notifications',
      '/login',
      '/signup',
      '/complete-signup',
      '/signup-matches',
      '/reset-password',
      '/reset-password/do',
    ],
    ...['/activate/done', '/activate/error', '/mail-change/do', '/account-deleted', '/complaints', '/lang-config', '/match-finder', '/swipe-game', '/withdraw'],
    ...['ban', 'cookies', 'faq', 'privacy', 'return-policy', 'service', 'terms'].map((page) => `/pages/${page}`),
  ];
  for (const path of paths) {
    const { status, headers } = await get(path);
    expect([path, status === 200 || (status === 302 && /\/(login|signup|members|premium|credits)/.test(headers.get('location') ?? ''))]).toEqual([path, true]);
  }
  expect((await get('/no-such-page')).status).toBe(404);
});

test.each(designs)('%s loads little before its visitor acts, and does not move', async (path) => {
  const { script, style, shift } = await measureDesign(browser, site.url, path);
  expect(script).toBeLessThanOrEqual(most.script);
  expect(style).toBeLessThanOrEqual(most.style);
  expect(style).toBeGreaterThan(1000);
  expect(shift).toBeLessThanOrEqual(most.shift);
});

test.each(designs)('axe finds nothing on %s, by day and in the evening', async (path) => {
  expect([...(await faultsOf(browser, site.url, path, false)), ...(await faultsOf(browser, site.url, `/de${path}`, true))]).toEqual([]);
});

test('the swipe deck is played by keys and buttons before any app is there, and what was chosen is kept in signup through a reload', async () => {
  const page = await newPage(browser, { baseURL: site.url });
  await page.goto('/landers/tinderswipe');
  const gone = () => page.locator('[data-card][data-gone]').count();
  await page.locator('[data-throw=like]').click();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(gone).toBe(2);
  await page.locator('form select[name=gender]').first().selectOption('female');
  await page.locator('form select[name=gender_sought]').first().selectOption('male');
  await appReady(page);
  await page.locator('form button[type=submit]').first().click();
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => page.evaluate(() => JSON.parse(sessionStorage.getItem('signup-draft') ?? '{}').gender_sought)).toBe('male');
  await page.reload();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/landers/tinderswipe');
});

test('an advertisement link is followed to signup and activation: its network is told of both, and sees its row', async () => {
  const env = { ...process.env, DATA_DIR: site.dataDir, PUBLIC_URL: site.url };
  const made = spawnSync(
    process.execPath,
    [
      'scripts/partner.ts',
      'set',
      '--key',
      'adnet',
      '--postback',
      `${site.url}/dev/postback/adnet?cid={sub1}&event={event}&payout={payout}`,
      '--signup',
      '1.50',
      '--activation',
      '3',
    ],
    { env, encoding: 'utf8' },
  );
  const figures = /Figures\s+(\S+)/.exec(made.stdout)?.[1];
  expect(figures, made.stderr).toBeTruthy();
  await db.query(`update sites set overrides = overrides || '{"signups":"with_trafficsource"}'`);
  const closed = await newPage(browser, { baseURL: site.url });
  // Settings are read anew within half a minute.
  await expect
    .poll(async () => (await (await closed.request.get('/api/settings.php')).json()).signups, { timeout: 60_000, interval: 1000 })
    .toBe('with_trafficsource');
  await closed.goto('/signup');
  await expect.poll(() => closed.locator('form').count()).toBe(0);

  const page = await newPage(browser, { baseURL: site.url, device: 'phone' });
  await page.goto('/landers/iconslanding?network=adnet&sub1=click-7&lb');
  await page.getByText('Muziek').first().click();
  await page.locator('form button[type=submit]').first().click();
  await page.waitForURL(/\/signup\?/);
  expect(page.url()).toContain('interests=music');
  await expect.poll(() => page.url()).toContain('sub1=click-7');
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('traffic_source');

  const answer = await page.request.post('/api/signup.php', {
    headers: { referer: page.url() },
    data: {
      email: 'ad@example.test',
      password: 'a long enough password',
      name: 'Adriaan',
      gender: 'male',
      gender_sought: 'female',
      date_of_birth: '1990-01-01',
      country: 'NL',
      language: 'nl',
      interests: ['music'],
      ...consent,
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  await db.query(`update members set status = status where email = 'ad@example.test'`);
  const received = async () =>
    (await (await fetch(`${site.url}/dev/postbacks`)).json()).received as { query: { event: string; cid: string }; signed: boolean }[];
  await expect
    .poll(async () => (await received()).map(({ query, signed }) => `${query.event} ${query.cid} ${signed}`), { timeout: 30_000 })
    .toEqual(['signup click-7 true']);
  const partner = await newPage(browser, { baseURL: site.url });
  await partner.goto(figures!);
  await expect.poll(async () => (await partner.locator('table').innerText()).replaceAll(/\s+/g, ' ')).toMatch(/1 1 0 0/);
  await db.query(`update sites set overrides = overrides - 'signups'`);
});

/** What signing up asks to be agreed to. */
const consent = { intimate_consent: true };
