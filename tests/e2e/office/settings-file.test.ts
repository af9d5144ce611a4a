import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { closePages } from '#support/browser/browser.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const people = await memberPages(site, browser);
let owner: number;

beforeAll(async () => {
  owner = await people.plant({ name: 'Olga' });
  await database.query(`update members set roles = '{owner}' where id = $1`, [owner]);
});
beforeEach(() => closePages(browser));

const stored = async () =>
  (await database.query(`select overrides from sites where host = '*'`)).rows[0]?.overrides;

test.each(['phone', 'desktop'] as const)(
  'exports settings, and takes a file through the form (%s)',
  async (device) => {
    await database.query(`update sites set overrides = overrides || '{"free_messages": 7}' where host = '*'`);
    const page = await operatorPage(browser, site, database, {
      id: owner,
      path: '/en/admin/settings',
      language: 'en-GB',
      device,
    });
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as a file' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('settings-default.json');
    const file = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(file.settings).toEqual(await stored());

    const upload = (text: string) =>
      page.locator('input[type=file][accept*=json]').setInputFiles({
        ...{ name: 'settings.json', mimeType: 'application/json', buffer: Buffer.from(text) },
      });
    await page
      .getByRole('navigation', { name: 'Groups of settings' })
      .getByRole('link', { name: 'Safety' })
      .click();
    await expect
      .poll(async () => (await page.getByRole('heading', { name: 'Safety', exact: true }).boundingBox())?.y)
      .toBeLessThan(200);
    await upload('{"format": "something else"}');
    await page.getByText('This is not a file of settings.').waitFor();
    const settings = { ...file.settings, free_messages: 9, gone: true, photo_credits: 'many' };
    await upload(JSON.stringify({ ...file, settings }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Unknown to this version').waitFor();
    await dialog.getByText('Invalid value').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Put 1 change into the form' }).click();
    await page.getByText('1 change not saved').waitFor();
    expect((await stored()).free_messages, 'nothing is saved yet').toBe(7);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. In effect now.').waitFor();
    expect((await stored()).free_messages).toBe(9);
  },
);

test.each(['phone', 'desktop'] as const)(
  'says what the task at sign-up costs, and refuses too many attempts (%s)',
  async (device) => {
    await database.query(
      `update sites set overrides = overrides - 'sign_up_proof_of_work' - 'sign_up_proof_tries' where host = '*'`,
    );
    const page = await operatorPage(browser, site, database, {
      id: owner,
      path: '/en/admin/settings',
      language: 'en-GB',
      device,
    });
    const mode = page.locator('#setting-sign_up_proof_of_work');
    const tries = page.locator('#setting-sign_up_proof_tries');
    await mode.scrollIntoViewIfNeeded();
    for (const name of ['Off', 'When needed', 'Always'])
      expect(await mode.getByRole('radio', { name, exact: true }).count(), name).toBe(1);
    await mode.getByRole('radio', { name: 'Always', exact: true }).check();
    await tries.getByRole('textbox').fill('999999999');
    await page.getByRole('button', { name: 'Save' }).click();
    await tries.locator('[aria-invalid=true]').waitFor();
    if (process.env['SHOTS'])
      await page.screenshot({ path: `${process.env['SHOTS']}/settings-proof-${device}.png` });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    await tries.getByRole('textbox').fill('800');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. In effect now.').waitFor();
    expect(await stored()).toMatchObject({ sign_up_proof_of_work: 'always', sign_up_proof_tries: 800 });
  },
);
