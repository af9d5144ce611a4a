import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { complaintsOf, newPage } from '#support/browser/browser.ts';
import { chatPages, field } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
let bram: number;
const { idOf, pageOf } = chatPages(() => ({ site, browser, database }));

beforeAll(async () => {
  bram = await idOf('bram');
  const anna = await idOf('anna');
  for (const [at, login] of ['bram', 'daan', 'jonas', 'reto'].entries()) {
    const other = await newPage(browser, { baseURL: site.url });
    await other.request.post('/api/user.php', { data: { email: emailOf(login), password: demoPassword } });
    const data = { profile: anna, client_id: randomUUID(), text: `A first message, number ${at}` };
    await other.request.post('/api/chat.php', { data });
  }
});
beforeEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  await database.query(
    'update participants set pinned = false, archived = false, marked_unread = false, muted_until = null, unread = 0',
  );
});

const list = (page: Page) => page.getByRole('navigation', { name: 'Conversations' });
const entries = (page: Page) => list(page).locator('[data-chat]:visible');
const namesOf = (page: Page) => entries(page).evaluateAll((all) => all.map((entry) => entry.textContent));
const textAt = async (page: Page, index: number) => (await namesOf(page)).at(index) ?? '';
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

async function nameAt(page: Page, index: number): Promise<string> {
  const label = await list(page)
    .getByRole('button', { name: /^Options for/ })
    .nth(index)
    .getAttribute('aria-label');
  return label!.replace('Options for the conversation with ', '');
}
async function openMenu(page: Page, name: string) {
  const item = list(page).locator('li:visible', { hasText: name }).first();
  await item.hover();
  await item.getByRole('button', { name: `Options for the conversation with ${name}` }).click();
  const menu = page.locator('dialog[open]');
  await menu.getByRole('button').first().waitFor();
  return menu;
}

test('pins, mutes, marks as unread and archives by the menu, live in another tab', async () => {
  const page = await pageOf('anna', '/en/chats');
  const complaints = complaintsOf(page);
  const phone = await pageOf('anna', '/en/chats', { device: 'phone', dark: true });
  await expect.poll(() => entries(page).count()).toBeGreaterThan(2);
  const last = (await entries(page).count()) - 1;
  const name = await nameAt(page, last);
  const menu = await openMenu(page, name);
  expect(await accessibilityFaults(page)).toEqual([]);
  await menu.getByRole('button', { name: 'Pin (up to 5)' }).click();
  await expect.poll(() => textAt(page, 0)).toContain(name);
  await expect.poll(() => textAt(phone, 0)).toContain(name);
  await entries(phone).first().getByRole('img', { name: 'Pinned' }).waitFor();

  await (await openMenu(page, name)).getByRole('button', { name: 'Mute' }).click();
  const dialog = page.getByRole('dialog', { name: `Mute ${name}?` });
  await dialog.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'For 8 hours' }).click();
  await entries(phone).first().getByRole('img', { name: 'Muted' }).waitFor();

  await (await openMenu(page, name)).getByRole('button', { name: 'Mark as unread' }).click();
  await entries(phone).first().getByRole('img', { name: 'Unread' }).waitFor();
  await list(page).getByRole('button', { name: 'Unread', exact: true }).click();
  await expect.poll(() => entries(page).count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  // Opening it removes the mark, and the filter has nothing left.
  await entries(page).first().click();
  await list(page).getByText('You have read everything.').waitFor();
  await list(page).getByRole('button', { name: 'Unread', exact: true }).click();

  await (await openMenu(page, name)).getByRole('button', { name: 'Archive' }).click();
  await expect.poll(async () => (await namesOf(phone)).join()).not.toContain(name);
  await list(phone).getByText('Archived').click();
  await expect.poll(() => textAt(phone, 0)).toContain(name);
  expect(await accessibilityFaults(phone)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('takes an archived conversation back by the notice', async () => {
  const page = await pageOf('anna', '/en/chats');
  const name = await nameAt(page, 0);
  await (await openMenu(page, name)).getByRole('button', { name: 'Archive' }).click();
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await namesOf(page)).join()).toContain(name);
  await expect
    .poll(async () => (await database.query('select from participants where archived')).rowCount)
    .toBe(0);
});

test('opens the menu of an entry by the keyboard and gives the focus back', async () => {
  const page = await pageOf('anna', '/en/chats');
  const entry = entries(page).first();
  await entry.focus();
  await page.keyboard.press('Shift+F10');
  await page.locator('dialog[open]').getByRole('button', { name: 'Mark as unread' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  expect(await entry.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('dialog[open]').getByRole('button', { name: 'Mark as unread' }).waitFor();
});

test('archives by a swipe on the phone, takes it back, and marks an open conversation as unread', async () => {
  const phone = await pageOf('anna', '/en/chats', { device: 'phone', dark: true });
  const name = await nameAt(phone, 0);
  // The events come from within the page, as on a busy machine a moment between two would count as resting.
  const swipe = () =>
    entries(phone)
      .filter({ hasText: name })
      .evaluateAll(async ([line]) => {
        if (!line) return;
        const { right, top } = line.getBoundingClientRect();
        const send = (type: string, dx: number) =>
          line.dispatchEvent(
            new PointerEvent(type, {
              bubbles: true,
              pointerType: 'touch',
              clientX: right - 40 + dx,
              clientY: top + 10,
            }),
          );
        send('pointerdown', 0);
        await new Promise((resolve) => setTimeout(resolve, 20));
        for (const dx of [-20, -50, -90]) send('pointermove', dx);
        send('pointerup', -90);
      });
  const undo = toasts(phone).getByRole('button', { name: 'Undo' });
  await expect
    .poll(async () => {
      // A slow swipe counts as holding the entry.
      if (await phone.locator('dialog[open]').count()) await phone.keyboard.press('Escape');
      await swipe();
      return undo.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
  await undo.click();
  await entries(phone).filter({ hasText: name }).click();
  await phone.getByRole('button', { name: /^More options for the conversation/ }).click();
  await phone.getByRole('button', { name: 'Mark as unread' }).click();
  await entries(phone).filter({ hasText: name }).getByRole('img', { name: 'Unread' }).waitFor();
});

test('shows a draft in the list until it is sent, on this device only, and not after a logout', async () => {
  const [page, other] = await Promise.all([
    pageOf('anna', `/en/members/${bram}/chat`),
    pageOf('anna', '/en/chats', { device: 'phone' }),
  ]);
  await field(page).fill('Hello Bram');
  await field(page).press('Enter');
  await field(page).fill('Half a thought');
  await page.getByRole('link', { name: 'Messages' }).first().click();
  await expect.poll(() => textAt(page, 0)).toContain('Draft: Half a thought');
  expect((await namesOf(other)).join()).not.toContain('Draft:');
  await entries(page).first().click();
  expect(await field(page).inputValue()).toBe('Half a thought');
  // The list beside the open conversation shows its newest message.
  expect(await textAt(page, 0)).toContain('You: Hello Bram');
});

test('refuses a sixth pin with the number, and shows the list as it is', async () => {
  const page = await pageOf('anna', '/en/chats');
  const name = await nameAt(page, 0);
  await page.route('**/api/chat.php', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({ error: 'too_many_pinned', params: { most: 5 } }),
    }),
  );
  await (await openMenu(page, name)).getByRole('button', { name: 'Pin (up to 5)' }).click();
  await page.getByText('You can pin at most 5 conversations. Unpin one first.').waitFor();
  await expect.poll(() => list(page).getByRole('img', { name: 'Pinned' }).count()).toBe(0);
});
