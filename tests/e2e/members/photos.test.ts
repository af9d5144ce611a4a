import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { appReady, newPage, type PageOptions } from '#support/browser/browser.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();

async function loggedIn(login: string, options: PageOptions = {}): Promise<Page> {
  const page = await newPage(browser, { baseURL: site.url, ...options });
  const answer = await page.request.post('/api/user.php', {
    data: { email: emailOf(login), password: demoPassword },
  });
  expect(answer.status()).toBe(200);
  return page;
}

const tiles = (page: Page) => page.locator('section[aria-labelledby="my-photos"] li');

test('reorders photos by their menus, deletes them, and marks the main one', async () => {
  const page = await loggedIn('bram', { language: 'en-GB' });
  await page.goto('/en/profile');
  await appReady(page);
  const before = await tiles(page).count();
  expect(before).toBeGreaterThan(1);
  await tiles(page).nth(1).getByRole('button', { name: 'Options for photo 2' }).click();
  await page.getByRole('button', { name: 'Make main photo' }).click();
  await tiles(page).first().getByText('Main photo').waitFor();
  await tiles(page).nth(1).getByRole('button', { name: 'Options for photo 2' }).click();
  await page.locator('[popover]:popover-open').getByRole('button', { name: 'Delete' }).click();
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.locator('dialog[open]').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => tiles(page).count()).toBe(before - 1);
  await deleted;
  await page.reload();
  expect(await tiles(page).count()).toBe(before - 1);
});
