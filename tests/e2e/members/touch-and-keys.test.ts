import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cardsOf, memberPages } from '#support/browser/member-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const pages = await memberPages(site, browser);

const like = (page: Page, profile: number) => pages.ask(page, 'POST', '/api/like.php', { profile });

test('closes the emoji by Escape wherever the focus is, and returns it to the message', async () => {
  const [him, her] = [
    await pages.plant({ name: 'Emil', gender: 'male' }),
    await pages.plant({ name: 'Emma' }),
  ];
  const page = await pages.page(him);
  await pages.open(page, `/en/members/${her}/chat`);
  const picker = page.getByRole('group', { name: 'Emoji' });
  await page.getByRole('button', { name: 'Emoji' }).click();
  await picker.waitFor();
  await page.keyboard.press('Escape');
  await picker.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
});

test('keeps the message field focused after a tap on Send, and fits it to its lines', async () => {
  const [him, her] = [
    await pages.plant({ name: 'Finn', gender: 'male' }),
    await pages.plant({ name: 'Fenna' }),
  ];
  const page = await pages.page(him, { device: 'phone' });
  await pages.open(page, `/en/members/${her}/chat`);
  const field = page.locator('[data-composer] textarea');
  const height = () => field.evaluate((element) => element.getBoundingClientRect().height);
  const before = await height();
  await field.tap();
  await field.evaluate((element) => element.addEventListener('blur', () => (element.dataset['left'] = '')));
  for (const line of ['One', 'Two', 'Three']) {
    await page.keyboard.type(line);
    await page.keyboard.press('Shift+Enter');
  }
  expect(await height()).toBeGreaterThan(before + 40);
  await page.locator('[data-composer] button[type=submit]').tap();
  await page.getByRole('log').getByText('Three').waitFor();
  expect(await height()).toBe(before);
  expect(await field.getAttribute('data-left')).toBe(null);
});

test('leaves no button in its pressed colour after a tap', async () => {
  const page = await pages.page(await pages.plant({ name: 'Tess' }), { device: 'phone' });
  await pages.open(page, '/en/members');
  const chip = page.getByRole('button', { name: /filters/i }).first();
  const colours = () => chip.evaluate((element) => getComputedStyle(element).backgroundColor);
  const before = await colours();
  await chip.tap();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.waitForTimeout(400);
  expect(await colours()).toBe(before);
  const unlimited = await page.evaluate(() => {
    const rulesIn = (list: CSSRuleList): string[] =>
      [...list].flatMap((rule) => {
        if (rule instanceof CSSMediaRule)
          return rule.conditionText.includes('hover') ? [] : rulesIn(rule.cssRules);
        return rule instanceof CSSStyleRule && rule.selectorText.includes(':hover')
          ? [rule.selectorText]
          : [];
      });
    return [...document.styleSheets].flatMap((sheet) => rulesIn(sheet.cssRules));
  });
  expect(unlimited).toEqual([]);
});

test('offers no second try for a damaged photo, and one after a broken connection', async () => {
  const page = await pages.page(await pages.plant({ name: 'Tina' }));
  await pages.open(page, '/en/profile');
  const photos = page.locator('section[aria-labelledby="my-photos"]');
  await photos
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: '1.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a photo') });
  const failed = photos.getByRole('alert');
  await failed.getByRole('button', { name: 'Remove' }).waitFor();
  expect(await failed.getByRole('button', { name: 'Try again' }).count()).toBe(0);
});

test('lists everybody once among the likes, with one label for a new like of a new member', async () => {
  const me = await pages.plant({ name: 'Lisa' });
  const [fan, match] = [
    await pages.plant({ name: 'Fan', gender: 'male' }),
    await pages.plant({ name: 'Match', gender: 'male' }),
  ];
  const [page, his, theirs] = [await pages.page(me), await pages.page(fan), await pages.page(match)];
  await like(his, me);
  await like(theirs, me);
  await like(page, match);
  await pages.open(page, '/en/likes');
  const names = await cardsOf(page).getByRole('link').allInnerTexts();
  expect(names.map((name) => name.replace(/\W.*/s, '')).toSorted()).toEqual(['Fan', 'Match']);
  expect(await page.locator('main article', { hasText: 'Fan' }).getByText('New').count()).toBe(1);
});

test('recommends nobody below a member’s own profile', async () => {
  const me = await pages.plant({ name: 'Olive' });
  await pages.plant({ name: 'Neighbour' });
  const page = await pages.page(me);
  expect((await pages.ask(page, 'GET', `/api/member.php?id=${me}`)).related).toEqual([]);
});
