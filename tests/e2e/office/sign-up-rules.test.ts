import { beforeEach, expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { closePages } from '#support/browser/browser.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const pages = await memberPages(site, browser);
beforeEach(() => closePages(browser));

test.each([
  ['phone', 390],
  ['desktop', 1440],
] as const)(
  'a moderator adds, changes, removes and puts back a rule for sign-ups (%s)',
  async (device, width) => {
    const moderator = await pages.plant({ name: `Rules${device}` });
    await database.query(`update members set roles = '{moderator}' where id = $1`, [moderator]);
    await database.query('delete from sign_up_rules');
    const office = await operatorPage(browser, site, database, {
      id: moderator,
      path: '/en/admin/sign-up-rules',
      language: 'en-GB',
    });
    const shot = async (name: string) => {
      if (process.env['SHOTS'])
        await office.screenshot({
          path: `${process.env['SHOTS']}/rules-${name}-${width}.png`,
          fullPage: true,
        });
    };
    await office.setViewportSize({ width, height: 900 });
    await office.getByText('No rules yet').waitFor();
    await shot('none');
    await office.getByText('New rule', { exact: true }).click();
    const form = office.locator('form');
    const add = form.getByRole('button', { name: 'Add rule' });
    await form.getByLabel('Kind').selectOption('network');
    await form.getByLabel('Value').fill('10.0.0.0/99');
    await add.click();
    await form.getByText('Enter a network such as').waitFor();
    await shot('error');
    expect(await accessibilityFaultsInBothThemes(office)).toEqual([]);
    await form.getByLabel('Value').fill('198.51.100.7/24');
    await form.getByLabel('Note').fill('Wave of 3 May');
    await form.getByLabel('Last day').fill('2099-12-31');
    await add.click();
    await office.getByText('198.51.100.0/24').waitFor();
    for (const [kind, value] of [
      ['mail_domain', 'mailbox.spam-provider.example'],
      ['asn', 'AS64496'],
      ['country', 'NL'],
    ] as const) {
      await form.getByLabel('Kind').selectOption(kind);
      await form.getByLabel('Value').fill(value);
      await form.getByLabel('Effect').selectOption('proof_of_work');
      await add.click();
      await office
        .locator('tr')
        .filter({ hasText: kind === 'country' ? 'Netherlands' : value })
        .waitFor();
    }
    const row = office.locator('tr').filter({ hasText: '198.51.100.0/24' });
    await row.getByRole('button', { name: 'Change' }).click();
    const dialog = office.getByRole('dialog');
    await dialog.getByLabel('Effect').selectOption('proof_of_work');
    await shot('change');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('0 asked, 0 solved').waitFor();
    await shot('list');
    expect(await accessibilityFaultsInBothThemes(office)).toEqual([]);
    await row.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    await office.getByRole('button', { name: 'Put back' }).click();
    await row.waitFor();
    const { rows } = await database.query(
      'select effect, note, until::text from sign_up_rules where kind = $1 and removed_at is null',
      ['network'],
    );
    expect(rows).toEqual([{ effect: 'proof_of_work', note: 'Wave of 3 May', until: '2099-12-31' }]);
  },
);
