import { expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const people = await memberPages(site, browser);

test('filters conversations by a member’s number, and opens the report about one of them', async () => {
  const moderator = await people.plant({ name: 'Mo' });
  await database.query(`update members set roles = '{moderator}' where id = $1`, [moderator]);
  const [reporter, accused] = [await people.plant({ name: 'Rita' }), await people.plant({ name: 'Arno' })];
  const { rows } = await database.query(
    `insert into conversations (member_low, member_high) values ($1, $2) returning id`,
    [reporter, accused],
  );
  await database.query(
    `insert into participants (member_id, conversation_id, other_id, messages_sent, last_excerpt)
     values ($1, $3, $2, 0, 'Buy gold'), ($2, $3, $1, 7, 'Buy gold')`,
    [reporter, accused, rows[0].id],
  );
  await database.query(
    `insert into complaints (reporter_id, profile_id, category, body, host) values ($1, $2, 'spam', 'He sells gold', '*')`,
    [reporter, accused],
  );
  for (const device of ['desktop', 'phone'] as const) {
    const page = await operatorPage(browser, site, database, {
      id: moderator,
      path: `/en/admin/conversation-list?member=${accused}`,
      language: 'en-GB',
      device,
    });
    await page.getByText('No answer').waitFor();
    expect(await page.getByText('gold').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    if (device === 'phone') await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('fictional');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('No conversation found').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: /^Report \d+$/ }).click();
    await page.getByText('He sells gold').waitFor();
  }
});
