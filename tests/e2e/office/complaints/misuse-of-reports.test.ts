import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { closePages, openPages } from '#support/browser/browser.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const pages = await memberPages(site, browser);
beforeEach(() => closePages(browser));

/** Unfounded reports that a moderator has decided. */
const plantUnfounded = (reporter: number, profile: number, reports: number) =>
  database.query(
    `insert into complaints (reporter_id, profile_id, category, body, status, outcome, is_unfounded, decided_at)
     select $1, $2, 'harassment', 'She does not answer me', 'rejected', 'no_violation', true, app_now() from generate_series(1, $3::int)`,
    [reporter, profile, reports],
  );

async function faultsOf(page: Page): Promise<string[]> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
    ...(await accessibilityFaultsInBothThemes(page)),
  ];
}

test.each(['phone', 'desktop'] as const)(
  'warns a member about reports, stops them, and accepts them again (%s)',
  async (device) => {
    const accused = await pages.plant({ name: `Accused${device}` });
    const reporter = await pages.plant({ name: `Reporter${device}`, gender: 'male' });
    const moderator = await pages.plant({ name: `Misuse${device}` });
    await database.query(`update members set roles = '{moderator}' where id = $1`, [moderator]);
    const shot = async (page: Page, name: string) => {
      if (process.env['SHOTS'])
        await page.screenshot({
          path: `${process.env['SHOTS']}/misuse-${name}-${device}.png`,
          fullPage: true,
        });
    };
    const office = await operatorPage(browser, site, database, {
      id: moderator,
      path: `/en/admin/members/${reporter}`,
      language: 'en-GB',
      device,
    });
    const measure = office.locator('form').filter({ has: office.getByLabel('What to do') });
    const take = async (kind: string, button: string) => {
      await measure.getByLabel('What to do').selectOption(kind);
      await measure.getByRole('textbox').fill('Your reports were about people who had not answered you.');
      await measure.getByRole('button', { name: button }).click();
    };
    await take('complaint_warning', 'Warn about reports');
    await measure.locator('[aria-invalid=true]').waitFor();
    await shot(office, 'rare');
    expect(await faultsOf(office)).toEqual([]);
    await plantUnfounded(reporter, accused, 3);
    await take('complaint_warning', 'Warn about reports');
    await office.locator('li').filter({ hasText: 'Misuse of reports' }).waitFor();
    await plantUnfounded(reporter, accused, 1);
    await take('complaint_suspension', 'Stop reports for these days');
    await office.locator('li').filter({ hasText: 'Misuse of reports' }).nth(1).waitFor();
    await shot(office, 'taken');
    expect(await faultsOf(office)).toEqual([]);

    const page = await pages.page(reporter, { device });
    await pages.open(page, `/en/complaints?profile=${accused}`);
    await page.getByLabel('What is it about?').selectOption('harassment');
    await page.getByLabel('What happened?').fill('She still does not answer me.');
    await page.getByRole('button', { name: 'Send report' }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'We are not accepting reports from you' });
    await refusal.waitFor();
    await shot(page, 'refused');
    expect(await refusal.innerText()).toMatch(/until \d{1,2} [A-Z][a-z]+ \d{4}, except/);
    expect(await page.getByLabel('What happened?').inputValue()).toBe('She still does not answer me.');
    expect(await faultsOf(page)).toEqual([]);

    await office.getByLabel('Reason, for the member').fill('We were too strict.');
    await office.getByRole('button', { name: 'Accept reports again' }).click();
    await office.getByText('Lifted', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send report' }).click();
    await page.getByText("Thank you, we've got it").waitFor();
    // The browser itself logs the refused calls.
    const said = [...openPages.values()]
      .flat()
      .filter((text) => !text.includes('the server responded with a status of 4'));
    expect(said).toEqual([]);
  },
);
