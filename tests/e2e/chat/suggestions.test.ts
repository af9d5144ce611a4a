import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { closePages } from '#support/browser/browser.ts';
import { chatPages } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

// Suggestions for the first message, above the composer of an empty conversation.

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
let bram: number;
const { creditsOf, idOf, pageOf } = chatPages(() => ({ site, browser, database }));

beforeAll(async () => {
  bram = await idOf('bram');
  await database.query(
    `update profiles set intention = '{dates}', prompts = case when id = $1 then $2::jsonb else prompts end,
       interests = case when id = $1 then '{hiking}' else interests end
       where id = any($3)`,
    [
      bram,
      JSON.stringify([{ prompt: 'sunday', answer: 'Twee uur op de markt.' }]),
      [bram, await idOf('anna')],
    ],
  );
});
// Pages stay open until the next test, so that a failure can report them.
beforeEach(() => closePages(browser));

const composerTop = (page: Page) =>
  page.locator('[data-composer]').evaluate((element) => element.getBoundingClientRect().top);

test('fills the composer with a suggestion, sends nothing, keeps what was typed and moves nothing', async () => {
  const anna = await idOf('anna');
  const before = await creditsOf(anna);
  const page = await pageOf('anna', '/chats');
  const release = Promise.withResolvers<void>();
  await page.route('**/api/icebreakers.php*', async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.goto(`/members/${bram}/chat`);
  const heading = page.getByRole('heading', { name: /Zeg hallo/ });
  await heading.waitFor();
  const field = page.getByRole('textbox', { name: /Bericht aan/ });
  await field.waitFor();
  const place = async () => [await composerTop(page), (await heading.boundingBox())?.y];
  const first = await place();
  release.resolve();
  const suggestions = page.getByRole('region', { name: 'Suggesties', exact: true });
  await suggestions.waitFor();
  expect(await place()).toEqual(first);
  expect(await accessibilityFaults(page)).toEqual([]);

  await suggestions.getByRole('button', { name: /Twee uur op de markt/ }).press('Enter');
  await expect
    .poll(() => field.inputValue())
    .toBe('Je schreef “Twee uur op de markt”. Daar wil ik graag meer over horen.');
  await suggestions.getByRole('button', { name: /eerst daten/ }).click();
  const line = 'We willen allebei eerst daten en dan zien. Wat is voor jou een goede eerste avond?';
  await expect.poll(() => field.inputValue()).toBe(line);
  await field.fill('Hoi!');
  await suggestions.getByRole('button', { name: /eerst daten/ }).click();
  await expect.poll(() => field.inputValue()).toBe(`Hoi! ${line}`);
  const { rows } = await database.query('select from participants where member_id = $1 and other_id = $2', [
    anna,
    bram,
  ]);
  expect([rows.length, await creditsOf(anna)]).toEqual([0, before]);
});
