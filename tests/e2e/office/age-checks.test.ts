import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { picture } from '#support/pictures.ts';
import { changeSettings } from '#support/site-settings.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const people = await memberPages(site, browser);
let photo: { name: string; mimeType: string; buffer: Buffer };
beforeAll(async () => {
  await changeSettings(site, { age_assurance: { IE: 'before_contact' } });
  photo = {
    name: 'picture.jpg',
    mimeType: 'image/jpeg',
    buffer: await picture(640, 480).jpeg().toBuffer(),
  };
});

const button = (page: Page, name: string) => page.getByRole('button', { name });

async function queueOf(operator: number): Promise<Page> {
  const page = await operatorPage(browser, site, database, {
    id: operator,
    path: '/en/admin/age-checks',
    language: 'en-GB',
  });
  await page.getByRole('heading', { name: 'Age checks' }).waitFor();
  return page;
}

async function sendPictures(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Send us two pictures' }).waitFor();
  expect(await button(page, 'Send both pictures').isDisabled()).toBe(true);
  const inputs = page.locator('input[type=file]');
  await inputs.first().setInputFiles(photo);
  await page.getByRole('img', { name: 'Your document as it will be sent' }).waitFor();
  await inputs.last().setInputFiles(photo);
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(page, 'Send both pictures').click();
  await page.getByRole('heading', { name: "We're looking at your pictures" }).waitFor();
}

test('checks an age by two pictures, and has a second person decide the appeal', async () => {
  const [aoife, mona, otto] = [
    await people.plant({ name: 'Aoife', country: 'IE' }),
    await people.employ('Mona', 'moderator'),
    await people.employ('Otto', 'moderator'),
  ];
  const page = await people.page(aoife, { device: 'phone' });
  await people.open(page, '/en/age-check');
  await button(page, 'Check my age').last().click();
  await sendPictures(page);
  expect(await accessibilityFaults(page)).toEqual([]);

  const first = await queueOf(mona);
  await first.getByRole('img', { name: 'Document of Aoife' }).waitFor();
  expect(await accessibilityFaults(first)).toEqual([]);
  await first.keyboard.press('r');
  await first.keyboard.press('2');
  await first.getByText('Refused. The member is told why.').waitFor();

  await page.getByText("We couldn't tell that the person in the selfie").waitFor();
  await page.getByLabel('What should they know? (optional)').fill('I have cut my hair.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(page, 'Ask for a second decision').click();
  await page.getByText("Someone who wasn't involved in the first decision").waitFor();
  await sendPictures(page);

  await first.reload();
  await first.getByText('Nobody is waiting').waitFor();
  const second = await queueOf(otto);
  await second.getByText('Appeal against: Not the same person').waitFor();
  await second.getByText('I have cut my hair.').waitFor();
  expect(await accessibilityFaults(second)).toEqual([]);
  await second.keyboard.press('a');
  await second.getByText('Confirmed. The member will be told.').waitFor();
  await page.getByRole('heading', { name: 'Your age has been checked' }).waitFor();
});

test('shows the laws beside the setting, and adds the recommended checks by one press', async () => {
  const owner = await people.plant({ name: 'Olga' });
  await database.query(`update members set roles = '{owner}' where id = $1`, [owner]);
  const page = await operatorPage(browser, site, database, {
    id: owner,
    path: '/en/admin/settings',
    language: 'en-GB',
  });
  const setting = page.locator('#setting-age_assurance');
  await setting.getByText('Recommended by law').waitFor();
  expect(await setting.getByText('Not decided').count()).toBe(4);
  await setting.getByRole('button', { name: 'Add the recommended checks' }).click();
  expect(await setting.getByText('Not decided').count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(page, 'Save').first().click();
  // In full: "1 change not saved" contains "saved", too.
  await page.getByText('Saved. In effect now.').waitFor();
  await page.reload();
  await setting.getByRole('combobox', { name: 'Age checks by country United Kingdom' }).waitFor();
  await changeSettings(site, { age_assurance: { IE: 'before_contact' } });
});
