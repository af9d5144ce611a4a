import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { closePages } from '#support/browser/browser.ts';
import { field, log, write } from '#support/browser/chat-pages.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

// Behaviour that a screenshot at load cannot show: seconds later, while a member types, and on a device
// without storage.

const { site, browser } = await siteForTests();
const pages = await memberPages(site, browser);
beforeEach(() => closePages(browser));

const stylesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, a, dialog, form, nav, article, header')].map((element) => {
      const { display, padding, fontSize, minHeight, width, borderTopWidth, backgroundColor } =
        getComputedStyle(element);
      const facts = { display, padding, fontSize, minHeight, width, borderTopWidth, backgroundColor };
      return `${element.tagName} ${element.className} ${JSON.stringify(facts)}`;
    }),
  );

test.each(['phone', 'desktop'] as const)(
  'on a %s, screens keep their styles after loading',
  async (device) => {
    const man = await pages.plant({ name: `Stijl${device}`, gender: 'male' });
    const [{ id }] = await pages.query(
      `select id from profiles where kind = 'member' and listed and gender = 'female' order by id limit 1`,
    );
    const page = await pages.page(man, { device });
    for (const path of [`/en/members/${id}`, '/en/members', '/en/profile', '/en/credits/2']) {
      await pages.open(page, path);
      await page.waitForLoadState('load');
      await page.waitForTimeout(500);
      const early = await stylesOf(page);
      // Style sheets of lazily loaded modules arrive within four seconds.
      await page.waitForTimeout(6000);
      expect(await stylesOf(page), path).toEqual(early);
    }
  },
);

test('announces a match with a toast while a member types, without taking the focus', async () => {
  const [him, her] = [
    await pages.plant({ name: 'Schrijver', gender: 'male' }),
    await pages.plant({ name: 'Hartje' }),
  ];
  const [writer, liker] = [await pages.page(him, { device: 'phone' }), await pages.page(her)];
  await pages.open(writer, '/en/members');
  await pages.ask(writer, 'POST', '/api/like.php', { profile: her });
  const [{ id: other }] = await pages.query(
    `select id from profiles where kind = 'member' and listed and gender = 'female' and id <> $1 order by id limit 1`,
    [her],
  );
  const path = `/en/members/${other}/chat`;
  await pages.open(writer, path);
  await field(writer).pressSequentially('Hi there, how');
  await pages.open(liker, '/en/members');
  await pages.ask(liker, 'POST', '/api/like.php', { profile: him });
  const toast = writer.getByText('You and Hartje like each other.');
  await toast.waitFor();
  await writer.keyboard.type(' are you today?');
  expect(await field(writer).inputValue()).toBe('Hi there, how are you today?');
  expect(new URL(writer.url()).pathname).toBe(path);
  expect(await writer.locator('dialog[open]').count()).toBe(0);
  const [toastBox, fieldBox] = [
    await writer.getByRole('region', { name: 'Notifications' }).boundingBox(),
    await field(writer).boundingBox(),
  ];
  expect(toastBox && fieldBox && toastBox.y + toastBox.height < fieldBox.y).toBe(true);
});

test('opens a dialog for a match while a member browses, and a stray key press does nothing', async () => {
  const [him, her] = [
    await pages.plant({ name: 'Kalm', gender: 'male' }),
    await pages.plant({ name: 'Rustig' }),
  ];
  const [reader, liker] = [await pages.page(him), await pages.page(her)];
  await pages.open(reader, '/en/likes');
  await pages.ask(reader, 'POST', '/api/like.php', { profile: her });
  await pages.open(liker, '/en/members');
  await pages.ask(liker, 'POST', '/api/like.php', { profile: him });
  const dialog = reader.locator('dialog[open]');
  await dialog
    .getByText('You and Rustig, 36 like each other.')
    .or(dialog.getByText('Rustig'))
    .first()
    .waitFor();
  await reader.keyboard.press('Space');
  await reader.keyboard.press('Enter');
  expect(new URL(reader.url()).pathname).toBe('/en/likes');
  expect(await reader.evaluate(() => document.activeElement?.tagName)).toBe('H2');
});

test('sends messages on a device without storage', async () => {
  const him = await pages.plant({ name: 'Vol', gender: 'male' });
  const her = await pages.plant({ name: 'Ontvanger' });
  const page = await pages.page(him, { device: 'phone' });
  await page.context().addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await pages.open(page, `/en/members/${her}/chat`);
  await write(page, 'Hello from a full phone');
  await log(page).getByText('Hello from a full phone').waitFor();
  await expect
    .poll(() => pages.query('select 1 from messages where body = $1', ['Hello from a full phone']))
    .toHaveLength(1);
  await expect.poll(() => field(page).inputValue()).toBe('');
  expect(errors).toEqual([]);
});

test('lets visitors answer the age question and read the page without scripts', async () => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/en/pages/terms');
  await page.locator('dialog[open] button').click();
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  expect(await page.locator('h1').textContent()).not.toBe('');
});

test('reports a server error after a tap within seconds, and offers a retry', async () => {
  const him = await pages.plant({ name: 'Tikker', gender: 'male' });
  const her = await pages.plant({ name: 'Aangetikt' });
  const page = await pages.page(him, { device: 'phone' });
  await pages.open(page, '/en/members');
  let broken = true;
  await page.route('**/api/member.php*', (route) =>
    broken ? route.fulfill({ status: 500, json: { error: 'internal' } }) : route.fallback(),
  );
  await page.evaluate((id) => {
    const link = [...document.querySelectorAll('a')].find(({ pathname }) =>
      pathname.endsWith(`/members/${id}`),
    );
    link?.click();
  }, her);
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor({ timeout: 6000 });
  broken = false;
  await again.click();
  await page.getByRole('heading', { name: 'Aangetikt, 36' }).waitFor();
});

test('shows the mails of the developers’ gallery', async () => {
  const page = await pages.page(null);
  await page.goto('/dev/mails');
  await expect
    .poll(async () => (await page.frames()[1]?.locator('body').innerText())?.length ?? 0)
    .toBeGreaterThan(20);
});
