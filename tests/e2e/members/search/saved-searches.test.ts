import { beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { closePages } from '#support/browser/browser.ts';
import { chatPages } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const { pageOf } = chatPages(() => ({ site, browser, database }));

beforeEach(async () => {
  await closePages(browser);
  await database.query('delete from saved_searches');
});

const saved = async () => (await database.query('select name, alerts, new_matches from saved_searches')).rows;

for (const device of ['desktop', 'phone'] as const)
  test(`a member saves a search, finds it again, renames and deletes it (${device})`, async () => {
    const page = await pageOf('anna', '/members?gender=male&country=BE&min_age=30&max_age=50', { device });
    await page.getByRole('button', { name: 'Zoekopdracht bewaren' }).click();
    const dialog = page.getByRole('dialog', { name: 'Zoekopdracht bewaren' });
    await dialog.getByLabel('Naam').fill('Rond Gent');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Bewaren' }).click();
    await page.getByText('Zoekopdracht bewaard.').waitFor();
    expect(await saved()).toEqual([{ name: 'Rond Gent', alerts: true, new_matches: 0 }]);

    await database.query('update saved_searches set new_matches = 3');
    await page.getByRole('link', { name: 'Bewaarde zoekopdrachten' }).click();
    await page.getByText('3 nieuw').waitFor();
    await page.getByText('Mannen · België · 30–50 jaar').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Meld nieuwe leden die passen').click();
    await page.getByRole('button', { name: 'Naam wijzigen' }).click();
    await page.getByRole('dialog').getByLabel('Naam').fill('België');
    await page.getByRole('dialog').getByRole('button', { name: 'Bewaren' }).click();
    await page.getByRole('heading', { name: 'België' }).waitFor();

    await page.getByRole('link', { name: 'Openen' }).click();
    await page.waitForURL(/\/members\?.*country=BE.*min_age=30.*sort=newest/);
    await expect.poll(saved).toEqual([{ name: 'België', alerts: false, new_matches: 0 }]);

    await page.goBack();
    await page.getByRole('button', { name: 'Verwijderen' }).click();
    await page.getByText('Nog niets bewaard').waitFor();
    expect(await saved()).toEqual([]);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
