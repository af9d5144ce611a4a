import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { closePages } from '#support/browser/browser.ts';
import { field, log, write } from '#support/browser/chat-pages.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

// Toasts during a modal dialog, which covers the page and removes it from the accessibility tree.

const { site, browser } = await siteForTests();
const pages = await memberPages(site, browser);
beforeEach(() => closePages(browser));

const dialog = (page: Page) => page.locator('dialog:modal');
const toastIn = (place: Locator | Page, text: string) =>
  place.locator('div:has(> button[aria-label="Close"])').filter({ hasText: text });

/** Opens a chat as a premium member, who sends messages free. The credits pay for gifts. */
async function writer(name: string) {
  const id = await pages.plant({ name, gender: 'male', premium: true });
  await pages.query(`select book_credits($1, 'operator_grant', 100, 'granted', $2, null)`, [
    id,
    randomUUID(),
  ]);
  const [{ id: other }] = await pages.query(
    `select id from profiles where kind = 'member' and listed and gender = 'female' order by id limit 1`,
  );
  const page = await pages.page(id);
  await pages.open(page, `/en/members/${other}/chat`);
  return { id, page };
}

/** Records what a screen reader reads without being asked: additions to live regions. */
async function recordAnnouncements(page: Page): Promise<(text: string) => Promise<number>> {
  await page.evaluate(() => {
    const live = '[role="alert"], [role="status"], [aria-live]:not([aria-live="off"])';
    const announced: string[] = [];
    Object.assign(window, { announced });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof HTMLElement)) continue;
        const added = node.closest(live) ? [node] : [...node.querySelectorAll<HTMLElement>(live)];
        announced.push(...added.map((element) => element.innerText));
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  return (text) =>
    page.evaluate(
      (sought) =>
        (window as unknown as { announced: string[] }).announced.filter((one) => one.includes(sought)).length,
      text,
    );
}

async function openMenu(page: Page) {
  const line = log(page).locator('[data-message]', { hasText: 'Good evening' });
  await line.hover();
  await line.getByRole('button', { name: 'React and more' }).click();
  await dialog(page).waitFor();
}

/** Opens the menu of a message, and offline the emoji picker, whose code then fails to load. */
async function failInMenu(page: Page) {
  await write(page, 'Good evening');
  await openMenu(page);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await dialog(page).getByRole('button', { name: 'More emoji' }).click();
  return toastIn(dialog(page), 'An error occurred');
}

test('shows an error on top of the message menu when the emoji picker fails to load', async () => {
  const { page } = await writer('Emoji');
  const error = await failInMenu(page);
  await error.getByRole('button', { name: 'Close' }).click();
  await error.waitFor({ state: 'detached' });
  await dialog(page).getByRole('button', { name: 'More emoji' }).click();
  await error.waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await toastIn(page, 'An error occurred').getByRole('button', { name: 'Close' }).click();
});

test('announces a toast once, although it moves to each dialog that opens', async () => {
  const { page } = await writer('Once');
  const announcements = await recordAnnouncements(page);
  const error = await failInMenu(page);
  await error.waitFor();
  expect(await announcements('An error occurred')).toBe(1);

  // Screen readers have read it by then.
  await page.waitForTimeout(1200);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await toastIn(page, 'An error occurred').waitFor();
  await openMenu(page);
  await error.waitFor();
  expect(await announcements('An error occurred')).toBe(1);

  await dialog(page).getByRole('button', { name: 'More emoji' }).click();
  await expect.poll(() => announcements('An error occurred')).toBe(2);
});

test('announces a toast on the page that closing a dialog raises', async () => {
  const { page } = await writer('Muter');
  await write(page, 'Good evening');
  await page.getByRole('button', { name: /^More options/ }).click();
  await page.getByRole('button', { name: 'Mute', exact: true }).click();
  const announcements = await recordAnnouncements(page);
  await dialog(page).getByRole('button', { name: 'For 8 hours' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await toastIn(page, 'is muted').waitFor();
  expect(await announcements('is muted')).toBe(1);
});

test('shows a match on top of an open dialog, without the way to the chat', async () => {
  const { id, page } = await writer('Gever');
  const her = await pages.plant({ name: 'Treffer' });
  await pages.ask(page, 'POST', '/api/like.php', { profile: her });
  await field(page).waitFor();
  await page.getByRole('button', { name: /^Send a gift/ }).click();
  await dialog(page).getByRole('radiogroup').waitFor();

  const liker = await pages.page(her);
  await pages.open(liker, '/en/members');
  await pages.ask(liker, 'POST', '/api/like.php', { profile: id });
  const toast = toastIn(dialog(page), 'You and Treffer like each other.');
  await toast.waitFor();
  const box = await toast.boundingBox();
  const isOnTop = await toast.evaluate(
    (element, { x, y }) => element.contains(document.elementFromPoint(x, y)),
    { x: box!.x + 40, y: box!.y + box!.height / 2 },
  );
  expect(isOnTop).toBe(true);
  expect(await dialog(page).count()).toBe(1);
  expect(await toast.getByRole('button').count()).toBe(1); // Close
});
