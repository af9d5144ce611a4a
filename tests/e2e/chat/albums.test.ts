import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { closePages } from '#support/browser/browser.ts';
import { chatPages } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { picture } from '#support/pictures.ts';

// Several pictures as one message, between two browsers.

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
let anna: number;
let bram: number;
const { creditsOf, idOf, pageOf } = chatPages(() => ({ site, browser, database }));

beforeAll(async () => {
  [anna, bram] = [await idOf('anna'), await idOf('bram')];
  await database.query(`select book_credits($1, 'purchase', 200, 'sales', $2, null)`, [anna, randomUUID()]);
});
// Pages stay open until the next test, so that a failure can report them.
beforeEach(() => closePages(browser));

const files = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `${index}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await picture().jpeg().toBuffer(),
    })),
  );

test('sends up to six pictures as one message, also after a dropped connection, and shows them one by one', async () => {
  const [one, two] = [
    await pageOf('anna', `/members/${bram}/chat`),
    await pageOf('bram', `/members/${anna}/chat`),
  ];
  const before = await creditsOf(anna);
  await one.locator('input[type=file]').setInputFiles(await files(7));
  await one.getByText("Maximaal 6 foto's in één bericht.").waitFor();
  await one.getByRole('textbox', { name: /Bericht aan/ }).fill('Van het eiland');
  let dropped = 0;
  await one.route('**/api/chat-image.php', (route) => (++dropped === 3 ? route.abort() : route.continue()));
  await one.getByRole('button', { name: 'Verstuur 2 credits', exact: true }).click();

  for (const page of [one, two]) {
    const tile = page.getByRole('button', { name: 'Foto 6 van 6 openen', exact: true });
    await tile.waitFor();
    await page.getByText('Van het eiland').first().waitFor();
    await expect
      .poll(() =>
        page
          .getByRole('button', { name: /^Foto \d van 6 openen$/ })
          .locator('img')
          .count(),
      )
      .toBe(6);
    expect(await accessibilityFaults(page)).toEqual([]);
  }
  expect(dropped).toBe(7);
  expect(await creditsOf(anna)).toBe(before - 2);

  await two.getByRole('button', { name: 'Foto 2 van 6 openen', exact: true }).click();
  const viewer = two.getByRole('dialog', { name: "Foto's van dit bericht", exact: true });
  const position = (text: string) => viewer.getByText(text, { exact: true }).waitFor();
  await position('2 / 6');
  expect(await accessibilityFaults(two)).toEqual([]);
  await two.keyboard.press('ArrowRight');
  await position('3 / 6');
  await two.keyboard.press('End');
  await position('6 / 6');
  await viewer.getByRole('button', { name: 'Sluiten' }).click();
  await viewer.waitFor({ state: 'detached' });
  const tile = two.getByRole('button', { name: 'Foto 2 van 6 openen', exact: true });
  expect(await tile.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('shows a single picture over the whole window, and returns the focus', async () => {
  const [one, two] = [
    await pageOf('anna', `/members/${bram}/chat`),
    await pageOf('bram', `/members/${anna}/chat`),
  ];
  await one.locator('input[type=file]').setInputFiles(await files(1));
  await one.getByRole('button', { name: 'Verstuur 2 credits', exact: true }).click();
  const opener = two.getByRole('button', { name: 'Foto bekijken', exact: true });
  await opener.click();
  const viewer = two.getByRole('dialog', { name: 'Foto bekijken', exact: true });
  await viewer.getByRole('img', { name: 'Foto die je kreeg' }).waitFor();
  expect(await viewer.boundingBox()).toMatchObject({ width: 1440, height: 900 });
  expect(await accessibilityFaults(two)).toEqual([]);
  await viewer.getByRole('button', { name: 'Sluiten' }).click();
  await viewer.waitFor({ state: 'detached' });
  expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
});
