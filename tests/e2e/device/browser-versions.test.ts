import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { emailOf } from '#seeds/people.ts';
import { appReady, complaintsOf, newPage } from '#support/browser/browser.ts';
import { chatPages, log } from '#support/browser/chat-pages.ts';
import { logInAsOwner } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { phoneJpeg } from '#support/pictures.ts';

// What may differ between versions of a browser: decoding and cropping pictures, scroll positions, dialogs. It
// runs in both browsers (vitest.config.ts).

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const { idOf, pageOf } = chatPages(() => ({ site, browser, database }));

const tiles = (page: Page) => page.locator('section[aria-labelledby="my-photos"] li');

test('uploads and crops a photo, approves it by keyboard, and shows it to another member', async () => {
  const page = await pageOf('anna', '/profile', { device: 'phone' });
  const complaints = complaintsOf(page);
  const before = await tiles(page).count();
  await page
    .locator('section[aria-labelledby="my-photos"] input[type=file]')
    .first()
    .setInputFiles({
      name: 'phone.jpg',
      mimeType: 'image/jpeg',
      buffer: await phoneJpeg(),
    });
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
  const other = await pageOf('bram', `/members/${anna}`);
  const gallery = other.getByRole('region', { name: /Foto's van Anna/ });
  await gallery.getByText(`1 / ${before + 1}`).waitFor();
  await gallery.getByRole('button', { name: 'Volgende foto' }).click();
  await gallery.getByText(`2 / ${before + 1}`).waitFor();
  await other.keyboard.press('ArrowRight');
  await gallery.getByText(`3 / ${before + 1}`).waitFor();
  expect(complaints).toEqual([]);
});

test('keeps the read position while loading older messages, and renders few of a thousand', async () => {
  const anna = await idOf('anna');
  const { rows } = await database.query(
    'select conversation_id as id, other_id from participants where member_id = $1 limit 1',
    [anna],
  );
  await database.query(
    `insert into messages (conversation_id, sender_id, client_id, kind, body)
     select $1, case when i % 3 = 0 then $2::bigint else $3::bigint end, gen_random_uuid(), 'text', 'Bericht nummer ' || i from generate_series(1, 1000) i`,
    [rows[0].id, anna, rows[0].other_id],
  );
  const page = await pageOf('anna', `/chats/${rows[0].id}`);
  await log(page).getByText('Bericht nummer 1000').waitFor();
  const top = (text: string) =>
    log(page)
      .getByText(text, { exact: true })
      .evaluate((element) => Math.round(element.getBoundingClientRect().top));
  await page.mouse.move(900, 400);
  // Scrolls to where older messages start to load, and waits until the list is still.
  await log(page).evaluate((element) => element.scrollTo({ top: 500 }));
  await expect.poll(() => log(page).evaluate((element) => element.scrollHeight)).toBeGreaterThan(4500);
  const shown = await log(page).evaluate((element) => {
    const line = [...element.querySelectorAll('[data-index]')].find(
      (row) => row.getBoundingClientRect().top > element.getBoundingClientRect().top + 80,
    );
    return /Bericht nummer \d+/.exec((line as HTMLElement).innerText)![0];
  });
  const before = await top(shown);
  await page.waitForTimeout(1000);
  expect(Math.abs((await top(shown)) - before)).toBeLessThan(60);
  expect(Number(shown.split(' ').at(-1))).toBeGreaterThan(900);
  expect(await log(page).locator('[data-index]').count()).toBeLessThan(60);
});
