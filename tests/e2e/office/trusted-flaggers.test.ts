import { beforeEach, expect, test } from 'vitest';
import { must } from '#contract/must.ts';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { closePages, newPage } from '#support/browser/browser.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { mailsTo } from '#support/browser/person.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const pages = await memberPages(site, browser);
beforeEach(() => closePages(browser));

async function mailedLink(email: string): Promise<string> {
  const links = (await mailsTo(site, email)).flatMap((mail) => mail.links);
  return must(
    links.find((address) => address.includes('flagger=')),
    'link of the mail',
  );
}

test.each([
  ['phone', 390],
  ['desktop', 1440],
] as const)('a notice by the mailed link comes first in the queue (%s)', async (device, width) => {
  const accused = await pages.plant({ name: `Accused${device}` });
  const moderator = await pages.plant({ name: `Mod${device}` });
  await database.query(`update members set roles = '{moderator}' where id = $1`, [moderator]);
  const office = await operatorPage(browser, site, database, {
    id: moderator,
    path: '/en/admin/trusted-flaggers',
    language: 'en-GB',
  });
  await office.setViewportSize({ width, height: 900 });
  await office.getByText('New trusted flagger').click();
  const email = `hotline-${device}@example.test`;
  await office.getByLabel('Organisation').fill(`Hotline ${device}`);
  await office.getByLabel('Email address').fill(email);
  expect(await accessibilityFaultsInBothThemes(office)).toEqual([]);
  await office.getByRole('button', { name: 'Add and send the link' }).click();
  await office.getByText(email, { exact: true }).waitFor();

  const page = await newPage(browser, { baseURL: site.url, device, language: 'en-GB' });
  await page.goto(await mailedLink(email));
  await page.getByText(`Hotline ${device}, your notices as a trusted flagger come first.`).waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send report' }).click();
  expect(await page.getByText('Required', { exact: true }).count()).toBe(3);
  await page.getByLabel('What is it about?').selectOption('fake_profile');
  await page.getByLabel('Where is it?').fill(`${site.url}/en/members/${accused}`);
  await page.getByLabel('What happened?').fill('These are the pictures of somebody else.');
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.getByText("Thank you, we've got it").waitFor();

  await office.goto('/en/admin/complaints');
  const queue = office.getByRole('navigation', { name: 'Reports' });
  await queue.getByText('Trusted flagger').first().waitFor();
  expect(await queue.locator('li').first().innerText()).toContain('Trusted flagger');

  await office.goto('/en/admin/trusted-flaggers');
  await office.getByRole('button', { name: 'End the status' }).first().click();
  await office.getByRole('dialog').getByRole('button', { name: 'End the status' }).click();
  await office
    .getByText(/Ended on/)
    .first()
    .waitFor();
  await page.goto(await mailedLink(email));
  await page.getByText('Link expired or invalid').waitFor();
});
