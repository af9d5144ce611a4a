import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { closePages, openPages } from '#support/browser/browser.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { signupForm } from '#support/signup/signup-form.ts';

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

test.each(['phone', 'desktop'] as const)(
  'shows the rule and its note beside a held account, and tells the member (%s)',
  async (device) => {
    const moderator = await pages.plant({ name: `Holds${device}` });
    await database.query(`update members set roles = '{moderator}' where id = $1`, [moderator]);
    await database.query('delete from sign_up_rules');
    const domain = `mailbox-${device}.spam-provider.example`;
    const note =
      'Many accounts on 3 May with the same three sentences about themselves; ask Olga before releasing';
    await database.query(
      `insert into sign_up_rules (id, kind, value, network, effect, note, created_by)
       values (gen_random_uuid(), 'mail_domain', $1, null, 'hold', $2, $3), (gen_random_uuid(), 'network', '127.0.0.0/8', '127.0.0.0/8', 'hold', '', $3)`,
      [domain, note, moderator],
    );
    const shot = async (page: Page, name: string) => {
      if (process.env['SHOTS'])
        await page.screenshot({
          path: `${process.env['SHOTS']}/rules-${name}-${device}.png`,
          fullPage: true,
        });
    };
    const faultsOf = async (page: Page) => {
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      return [
        ...(overflow > 0 ? [`${overflow} px too wide`] : []),
        ...(await accessibilityFaultsInBothThemes(page)),
      ];
    };
    const page = await pages.page(null, { device });
    const answer = await page.request.post('/api/signup.php', {
      data: signupForm(`nova@${domain}`, { name: `Nova${device}`, language: 'en' }),
    });
    expect(answer.status(), await answer.text()).toBe(201);
    await pages.open(page, '/en/members');
    await page.getByText('We look at some new accounts before others can see them').waitFor();
    await shot(page, 'held-member');
    expect(await faultsOf(page)).toEqual([]);

    const office = await operatorPage(browser, site, database, {
      id: moderator,
      path: '/en/admin/held-accounts',
      language: 'en-GB',
      device,
    });
    const account = office
      .locator('main li')
      .filter({ hasText: `Nova${device}` })
      .first();
    await account.getByText(`${domain} · ${note}`).waitFor();
    await account.getByText('127.0.0.0/8', { exact: true }).waitFor();
    await shot(office, 'held-queue');
    expect(await faultsOf(office)).toEqual([]);
    await account.getByRole('button', { name: 'Release' }).click();
    await account.waitFor({ state: 'detached' });
    await pages.open(page, '/en/members');
    expect(await page.getByText('We look at some new accounts').count()).toBe(0);
    expect([...openPages.values()].flat()).toEqual([]);
  },
);
