import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { closePages } from '#support/browser/browser.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { changeSettings } from '#support/site-settings.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const pages = await memberPages(site, browser);
beforeAll(() => changeSettings(site, { verification_required: 'when_suspicious' }));
beforeEach(() => closePages(browser));

test.each([
  ['phone', false],
  ['desktop', true],
] as const)(
  'a moderator asks for verification, and the member on a %s reads why before writing (dark: %s)',
  async (device, dark) => {
    const member = await pages.plant({ name: `Aoife${device}` });
    const other = await pages.plant({ name: `Bram${device}`, gender: 'male' });
    const moderator = await pages.plant({ name: `Mona${device}` });
    await database.query(`update members set roles = '{moderator}' where id = $1`, [moderator]);
    await database.query(
      `insert into person_marks (member_id, kind, hash) values ($1, 'card', $3), ($2, 'card', $3)`,
      [member, await pages.plant({ name: `Twin${device}` }), Buffer.from(device)],
    );
    const page = await pages.page(member, { device, dark });
    await pages.open(page, `/en/members/${other}/chat`);
    await page.getByText('Get verified before you write to somebody new').waitFor();

    const office = await operatorPage(browser, site, database, {
      id: moderator,
      path: `/en/admin/members/${member}`,
      language: 'en-GB',
    });
    await office.getByText('Address, number, card or account of another member').waitFor();
    await office.getByLabel('What the member reads').fill('Your card belongs to another member.');
    await office.setViewportSize({ width: 1280, height: 1800 });
    await office.getByRole('button', { name: 'Ask to get verified' }).click();
    await office.getByRole('button', { name: 'Take it back' }).waitFor();
    await office.setViewportSize({ width: 1440, height: 1800 });

    await page.getByRole('link', { name: 'Get verified' }).click();
    await page.getByText('Your card belongs to another member.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await office.getByRole('button', { name: 'Take it back' }).click();
    await office.getByText('because something looks unusual').waitFor();
  },
);
