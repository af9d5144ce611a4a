import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import {
  appReady,
  complaintsOf,
  launchBrowser,
  newPage,
  type PageOptions,
} from '#support/browser/browser.ts';
import { logInAsOwner } from '#support/browser/operator-pages.ts';
import { phoneJpeg } from '#support/pictures.ts';
import { startSite, type RunningSite } from '#support/running-site.ts';

let site: RunningSite;
let browser: Browser;
let file: string;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), launchBrowser()]);
  file = join(site.dataDir, 'phone.jpg');
  writeFileSync(file, await phoneJpeg());
});
afterAll(async () => {
  await browser?.close();
  await site?.remove();
});

async function loggedIn(login: string, options: PageOptions = {}): Promise<Page> {
  const page = await newPage(browser, { baseURL: site.url, ...options });
  const answer = await page.request.post('/api/user.php', {
    data: { email: emailOf(login), password: demoPassword },
  });
  expect(answer.status()).toBe(200);
  return page;
}

const tiles = (page: Page) => page.locator('section[aria-labelledby="my-photos"] li');

test('uploads and crops a photo, approves it by keyboard, and shows it to another member', async () => {
  const page = await loggedIn('anna', { device: 'phone' });
  const complaints = complaintsOf(page);
  await page.goto('/profile');
  await appReady(page);
  const before = await tiles(page).count();
  await page.locator('section[aria-labelledby="my-photos"] input[type=file]').first().setInputFiles(file);
  const dialog = page.locator('dialog[open]');
  await dialog.getByRole('group', { name: /Het deel van je foto/ }).press('+');
  await dialog.getByRole('button', { name: 'Draaien' }).click();
  await dialog.getByRole('button', { name: 'Gebruik foto', exact: true }).click();
  await page.getByText('Wordt bekeken').waitFor();
  expect(await tiles(page).count()).toBe(before + 1);

  const operator = await newPage(browser, { baseURL: site.url });
  await logInAsOwner(operator, site);
  await operator.goto('/admin/photos');
  await appReady(operator);
  await operator.getByRole('img', { name: /Anna/ }).waitFor();
  await operator.keyboard.press('a');
  await operator.getByText(/0 foto|0 photo/).waitFor();

  await page.getByText('Wordt bekeken').waitFor({ state: 'detached' });
  await expect
    .poll(async () => {
      const { items } = (await (await fetch(`${site.url}/dev/outbox.json?to=${emailOf('anna')}`)).json()) as {
        items: { subject: string }[];
      };
      return items.map(({ subject }) => subject);
    })
    .toContain('Je foto op Liaison staat online');

  const anna = ((await (await page.request.get('/api/user.php')).json()) as { profile: { id: number } })
    .profile.id;
  const other = await loggedIn('bram');
  await other.goto(`/members/${anna}`);
  await appReady(other);
  const gallery = other.getByRole('region', { name: /Foto's van Anna/ });
  await gallery.getByText(`1 / ${before + 1}`).waitFor();
  await gallery.getByRole('button', { name: 'Volgende foto' }).click();
  await gallery.getByText(`2 / ${before + 1}`).waitFor();
  await other.keyboard.press('ArrowRight');
  await gallery.getByText(`3 / ${before + 1}`).waitFor();
  expect(complaints).toEqual([]);
});

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
