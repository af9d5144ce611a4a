import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { appReady, newPage } from '#support/browser/browser.ts';
import { wordsOf } from '#support/browser/person.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const says = wordsOf('nl');

/** A page whose boot script has run, and whose app code is delayed until `come` resolves. */
async function slowPage(path: string, device: 'phone' | 'desktop' = 'phone') {
  const page = await newPage(browser, { baseURL: site.url, device });
  let come = () => {};
  const asked = { times: 0 };
  const there = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\/assets\/framework-/, async (route) => {
    asked.times++;
    await there;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await page.locator('#deferred-start').waitFor({ state: 'attached' });
  return { page, come, asked };
}

const isReady = (page: Page) => page.evaluate(() => document.documentElement.dataset['ready'] !== undefined);

test('login: logs in with a form submitted before hydration, however long hydration takes', async () => {
  const { page, come, asked } = await slowPage('/login');
  await page.waitForLoadState('load');
  expect(asked.times).toBe(0);
  await page.getByLabel(says('login:email')).tap();
  await page.keyboard.type(emailOf('anna'));
  await page.getByLabel(says('login:password'), { exact: true }).tap();
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(5000); // longer than the timeout of forms that need no app
  expect(await isReady(page)).toBe(false);
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(asked.times).toBe(1);
  come();
  await page.waitForURL(/\/members/);
});

test('login: keeps input typed before hydration, and repeats an earlier click afterwards', async () => {
  const { page, come } = await slowPage('/login');
  const password = page.locator('[name=password]');
  await page.locator('[name=email]').tap();
  await page.keyboard.type('half@');
  await password.tap();
  await page.keyboard.type('secret words');
  await page.getByRole('button', { name: says('common:password.show') }).tap();
  expect(await password.getAttribute('type')).toBe('password');
  come();
  await appReady(page);
  await expect.poll(() => password.getAttribute('type')).toBe('text');
  expect(await password.inputValue()).toBe('secret words');
  expect(await page.locator('[name=email]').inputValue()).toBe('half@');
});

test('login: keeps the input if the app fails to load, and reloads the page on the next attempt', async () => {
  const page = await newPage(browser, { baseURL: site.url });
  let away = true;
  await page.route(/\/assets\/framework-/, (route) => (away ? route.abort() : route.continue()));
  await page.goto('/login');
  await page.locator('[name=email]').click();
  await page.keyboard.type(emailOf('anna'));
  await page.locator('[name=password]').click();
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForTimeout(1000);
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(await page.locator('[name=password]').inputValue()).toBe(demoPassword);
  away = false;
  const anew = page.waitForEvent('load').then(() => true);
  const within = page.waitForURL(/\/members/).then(() => false);
  void within.catch(() => {});
  void anew.catch(() => {});
  await page.keyboard.press('Enter');
  // Newer browsers retry a failed module, and the login continues.
  if (!(await Promise.race([anew, within]))) return;
  await expect.poll(() => page.locator('[name=email]').inputValue()).toBe(emailOf('anna'));
  await page.locator('[name=password]').click();
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/members/);
});

test('match finder: keeps an answer given before hydration', async () => {
  const { page, come } = await slowPage('/match-finder');
  const step = page.getByText(says('match_finder:step', { number: 2, of: 3 }));
  await page.getByRole('button', { name: says('match_finder:age.35+') }).tap();
  expect(await step.count()).toBe(0);
  come();
  await step.waitFor();
});

test('signup: continues with a form submitted before hydration, however long hydration takes', async () => {
  const { page, come, asked } = await slowPage('/signup');
  await page.waitForLoadState('load');
  expect(asked.times).toBe(0);
  const choose = (field: string, value: string) =>
    page.locator(`label:has([name=${field}][value=${value}])`).tap();
  await choose('gender', 'female');
  await choose('gender', 'male');
  await choose('gender_sought', 'female');
  await page.getByRole('button', { name: says('signup:next') }).tap();
  await page.waitForTimeout(5000); // longer than the timeout of forms that need no app
  expect(await isReady(page)).toBe(false);
  expect(new URL(page.url()).search).toBe('');
  expect(asked.times).toBe(1);
  come();
  await page.getByRole('heading', { name: says('signup:photo.heading') }).waitFor();
  await page.goBack();
  await expect
    .poll(() =>
      page
        .locator('[name=gender]:checked, [name=gender_sought]:checked')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    )
    .toEqual(['male', 'female']);
});

test('signup: keeps a choice made before hydration, also after a reload, which loads the app at once', async () => {
  const { page, come } = await slowPage('/signup');
  const male = page.locator('[name=gender][value=male]');
  await page.locator('label:has([name=gender][value=male])').tap();
  expect(await male.isChecked()).toBe(true);
  come();
  await appReady(page);
  await page.waitForTimeout(300);
  expect(await male.isChecked()).toBe(true);
  await page.reload();
  await appReady(page);
  expect(await male.isChecked()).toBe(true);
});

test('signup: keeps the choice if the app fails to load, and uses it on the next attempt', async () => {
  const page = await newPage(browser, { baseURL: site.url });
  let away = true;
  await page.route(/\/assets\/framework-/, (route) => (away ? route.abort() : route.continue()));
  await page.goto('/signup');
  await page.locator('label:has([name=gender][value=female])').click();
  const next = page.getByRole('button', { name: says('signup:next') });
  await next.click();
  await page.waitForTimeout(1000);
  expect(await page.locator('[name=gender][value=female]').isChecked()).toBe(true);
  away = false;
  // Newer browsers retry a failed module; others reload the page.
  await next.click();
  await appReady(page);
  await expect.poll(() => page.locator('[name=gender][value=female]').isChecked()).toBe(true);
});

test('signup: loads the app immediately for a URL with a choice', async () => {
  const page = await newPage(browser, { baseURL: site.url });
  for (const query of ['?gender=male', '?step=photo', '?profile=1&act=like']) {
    await page.goto(`/signup${query}`);
    await appReady(page);
  }
});
