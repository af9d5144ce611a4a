import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { appReady, closePages, newPage, sharedBrowser } from '#support/browser/browser.ts';
import { memberScreens, visitorScreens } from '#support/browser/screens.ts';
import { startSite, type RunningSite } from '#support/running-site.ts';

// Two processes of one site: one with all fast paths, one on the plain paths. Both must give the same pages.

let fast: RunningSite;
let plain: RunningSite;
let browser: Browser;
beforeAll(async () => {
  [fast, browser] = await Promise.all([startSite(), sharedBrowser()]);
  plain = await startSite({
    ROLE: 'web',
    SECRET: fast.secret(),
    DATABASE_URL: fast.databaseUrl(),
    DEMO_MEMBERS: '0',
    FAST_PATHS: 'off',
  });
});
afterAll(async () => {
  await closePages(browser);
  await plain?.remove();
  await fast?.remove();
});

/**
 * Removes differences between two responses of the same page: URLs, nonces, signatures, seconds, and the
 * loading of scripts.
 */
const comparable = (html: string, site: RunningSite) =>
  html
    .replaceAll(site.url, 'http://site')
    .replaceAll(site.url.slice('http://'.length), 'site')
    .replaceAll(/ nonce="[^"]*"/g, '')
    .replaceAll(/<script\b[^]*?<\/script>/g, '')
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replaceAll(/\/photos\/[^"'\s,&]+/g, '/photos/signed')
    .replaceAll(/\d\d:\d\d:\d\d/g, 'countdown')
    .split(/(?=<)/);

const handedOver = (html: string) => {
  const [, text = '{}'] = /<script id="hand-off"[^>]*>([^]*?)<\/script>/.exec(html) ?? [];
  return Object.keys(JSON.parse(text || '{}')).toSorted();
};

interface Answer {
  status: number;
  type: string | null;
  location: string | null;
  body: string[];
  data: string[];
}

async function answerOf(site: RunningSite, path: string, cookie: string): Promise<Answer> {
  const response = await fetch(site.url + path, { headers: cookie ? { cookie } : {}, redirect: 'manual' });
  const html = await response.text();
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    location: response.headers.get('location')?.replace(site.url, 'http://site') ?? null,
    body: comparable(html, site),
    data: handedOver(html),
  };
}

async function expectSame(path: string, cookie = '') {
  const made = await answerOf(fast, path, cookie);
  // The second response of the fast process comes from its caches.
  const kept = await answerOf(fast, path, cookie);
  const other = await answerOf(plain, path, cookie);
  expect(kept, path).toEqual(made);
  expect(other, path).toEqual(made);
}

test('visitors get the same pages with and without fast paths', { timeout: 180_000 }, async () => {
  const landingPages = ['/landers/gallery', '/landers/tinderswipe', '/members/2/landing'];
  for (const path of [...visitorScreens, ...landingPages, '/en', '/de/pricing', '/en/members', '/xx']) {
    for (const cookie of ['', 'theme=dark', 'site_entry=1']) await expectSame(path, cookie);
  }
});

test('members get the same pages with and without fast paths', { timeout: 180_000 }, async () => {
  const login = await fetch(`${fast.url}/api/user.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf('anna'), password: demoPassword }),
  });
  expect(login.status).toBe(200);
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  for (const path of memberScreens) await expectSame(path, cookie);
});

test('the app starts at once without deferred scripts, and with them on the first interaction', async () => {
  for (const [site, startsAtOnce] of [
    [plain, true],
    [fast, false],
  ] as const) {
    const page = await newPage(browser, { baseURL: site.url });
    await page.goto('/', { waitUntil: 'networkidle' });
    const isReady = () => page.evaluate(() => document.documentElement.dataset['ready'] !== undefined);
    if (startsAtOnce) await appReady(page);
    expect(await isReady()).toBe(startsAtOnce);
    await page.mouse.move(200, 200);
    await page.mouse.move(220, 220);
    await appReady(page);
    await page.locator('h1').first().waitFor();
    await page.context().close();
  }
});
