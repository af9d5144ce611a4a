import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { personAt, type Person } from '#support/browser/person.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

// The main user journey by keyboard only: no test moves the mouse or sets the focus.

const { site, browser } = await siteForTests();
let bram: Person;
beforeAll(async () => {
  bram = await personAt(browser, site, {
    name: 'Bram',
    email: emailOf('bram'),
    password: demoPassword,
    locale: 'nl',
    device: 'desktop',
  });
});

const MOST_STOPS = 90;

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return `${element?.tagName.toLowerCase()} ${element?.getAttribute('aria-label') ?? element?.textContent?.trim().slice(0, 40) ?? ''}`;
  });

/** Presses Tab (or Shift+Tab) until the target has the focus, and expects a visible focus indicator. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.first().waitFor({ state: 'attached' });
  const stops: string[] = [];
  while (stops.length < MOST_STOPS) {
    await page.keyboard.press(key);
    stops.push(await focused(page));
    const there = await target.evaluateAll((elements) =>
      elements.some((element) => element === document.activeElement),
    );
    if (!there) continue;
    const seen = () =>
      page.evaluate(() => {
        // A card's link or a choice may have its indicator on a parent or on its own layer.
        for (
          let element = document.activeElement, up = 0;
          element && up < 6;
          element = element.parentElement, up++
        ) {
          for (const layer of [undefined, '::before', '::after']) {
            const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, layer);
            if ((outlineStyle !== 'none' && outlineWidth !== '0px') || (up === 0 && boxShadow !== 'none'))
              return true;
          }
        }
        return false;
      });
    await expect.poll(seen, { message: `the focus ring of ${stops.at(-1)}` }).toBe(true);
    return;
  }
  throw new Error(`The keyboard does not reach ${target.toString()}; it stopped at: ${stops.join(' | ')}`);
}

const press = async (page: Page, target: Locator, key = 'Enter') => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};

/** After navigation the heading has the focus, so that screen readers read it. */
async function headingHasFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
}

test('logs in: past the navigation, through the form, onto the heading of the members area', async () => {
  const { page, says } = bram;
  await page.goto('/login');
  // The first key press starts the app on pages with deferred scripts.
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined);
  expect(await focused(page)).toBe(`a ${says('common:nav.skip')}`);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel(says('login:email')));
  await page.keyboard.type(bram.email);
  await tabTo(page, page.getByLabel(says('login:password'), { exact: true }));
  await page.keyboard.type(bram.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/members/);
  await headingHasFocus(page);
});

test('opens the search filters, keeps the focus inside and restores it', async () => {
  const { page, says } = bram;
  const filters = page.getByRole('button', { name: says('members:search.more_filters') });
  await press(page, filters);
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor();
  for (let presses = 0; presses < 4; presses++) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      ),
    ).toBe(true);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => filters.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('opens and likes a profile, with the focus staying on the button', async () => {
  const { page, says } = bram;
  await press(page, page.locator('main article a[href*="/members/"]'));
  await page.waitForURL(/\/members\/\d+$/);
  await headingHasFocus(page);
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/api/like'),
  );
  await press(page, page.getByRole('button', { name: says('members:profile.like'), exact: true }));
  await page
    .getByRole('button', { name: says('members:profile.liked') })
    .first()
    .waitFor();
  const { match } = (await (await answered).json()) as { match: boolean };
  if (match) {
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  }
  await expect.poll(() => focused(page)).toMatch(/^button /);
});

test('writes and sends a message', async () => {
  const { page, says } = bram;
  const message = page
    .getByRole('link', { name: says('members:profile.message') })
    .or(page.getByRole('button', { name: says('members:profile.message') }));
  await press(page, message);
  await page.waitForURL(/\/chat/);
  await press(page, page.locator('textarea'), 'End');
  await page.keyboard.type('Written without a mouse');
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText('Written without a mouse', { exact: true }).waitFor();
  expect(await focused(page)).toMatch(/^textarea/);
});

test('deletes a message without losing the focus', async () => {
  const { page, says } = bram;
  await tabTo(page, page.getByRole('log').getByRole('button', { name: says('chat:acts.menu') }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await press(page, page.locator('dialog[open]').getByRole('button', { name: says('chat:delete_message') }));
  await press(page, page.locator('dialog[open]').getByRole('button', { name: says('chat:delete_message') }));
  await page.getByRole('log').getByText(says('chat:deleted.own')).waitFor();
  await expect.poll(() => focused(page)).not.toMatch(/^body/);
});

test('buys credits', async () => {
  const { page, says } = bram;
  await tabTo(page, page.getByRole('navigation').getByRole('link', { name: /credits?$/i }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/credits/);
  await headingHasFocus(page);
  await press(
    page,
    page.getByRole('link', {
      name: new RegExp(says('credits:choose_package_other', { count: 50, price: '' }).trim()),
    }),
  );
  await page.waitForURL(/\/credits\/\d+/);
  await press(page, page.getByRole('checkbox').last(), 'Space');
  await press(
    page,
    page
      .locator('form')
      .getByRole('button', { name: new RegExp(says('credits:pay.button', { price: '' }).trim()) }),
  );
  await page.waitForURL(/\/sandbox\/checkout\//);
  await press(page, page.locator('button[value="paid"]'));
  await page.waitForURL(/\/transactions\//);
  await bram.heading('transactions:completed.heading').waitFor();
});
