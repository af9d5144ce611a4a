import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { closePages } from '#support/browser/browser.ts';
import { chatPages } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
let anna: number;
let bram: number;
const { idOf, pageOf } = chatPages(() => ({ site, browser, database }));

beforeAll(async () => {
  [anna, bram] = [await idOf('anna'), await idOf('bram')];
});
beforeEach(async () => {
  await closePages(browser);
  await database.query('delete from dismissed_profiles');
});

const dismissed = async () =>
  (
    await database.query('select from dismissed_profiles where member_id = $1 and profile_id = $2', [
      anna,
      bram,
    ])
  ).rowCount;

for (const device of ['desktop', 'phone'] as const) {
  test(`a member marks a profile as not for her, undoes it, and brings it back in the settings (${device})`, async () => {
    const page = await pageOf('anna', `/members/${bram}`, { device });
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Meer', exact: true }).click();
      await page.getByRole('button', { name, exact: true }).click();
    };
    await choose('Niets voor mij');
    await page.getByText('Je vindt Bram 90 dagen niet meer.').waitFor();
    await page.getByRole('button', { name: 'Ongedaan maken' }).click();
    await page.getByText('Je kunt Bram weer vinden.').waitFor();
    expect(await dismissed()).toBe(0);

    await choose('Niets voor mij');
    await page.getByText('Je vindt Bram 90 dagen niet meer.').waitFor();
    expect(await dismissed()).toBe(1);
    await page.goto('/notifications/dismissed');
    await page.getByRole('button', { name: 'Weer vinden' }).click();
    await page.getByText('Je hebt nog geen profiel').waitFor();
    expect(await dismissed()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test(`a member searches for people active this week, and removes the filter (${device})`, async () => {
    const page = await pageOf('anna', '/members', { device });
    await page.getByRole('button', { name: 'Alle filters' }).click();
    await page.getByLabel('Deze week actief').check();
    await page.getByRole('button', { name: /^Toon leden/ }).click();
    await page.waitForURL(/active_this_week=true/);
    const chip = page.getByRole('button', { name: 'Deze week actief' });
    await chip.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await chip.click();
    await page.waitForURL((url) => !url.searchParams.has('active_this_week'));
    await page.goBack();
    await page.waitForURL(/active_this_week=true/);
    await chip.waitFor();
  });
}
