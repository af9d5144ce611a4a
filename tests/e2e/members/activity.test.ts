import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { closePages } from '#support/browser/browser.ts';
import { chatPages } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

// What happened to a member, in one place (docs/product.md 2.10).

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
  await database.query('delete from activities');
  await database.query('delete from likes where $1 in (liker_id, liked_id)', [anna]);
  await database.query('delete from like_notices');
});

const like = (liker: number) =>
  database
    .query(`insert into likes (liker_id, liked_id) values ($1, $2)`, [liker, anna])
    .then(() =>
      database.query(`select record_activity($2, 'like', $1::text, $1::bigint, '{}', true)`, [liker, anna]),
    );

for (const device of ['desktop', 'phone'] as const) {
  test(`the bell counts a like at once, and the list leads to the person (${device})`, async () => {
    const hers = await pageOf('anna', '/profile', { device });
    const bell = hers.getByRole('link', { name: /^Activiteit/ });
    expect(await bell.textContent()).toBe('Activiteit');
    const his = await pageOf('bram', `/members/${anna}`, { device });
    await his
      .getByRole('button', { name: /Leuk|Like/ })
      .first()
      .click();
    await hers.getByRole('link', { name: 'Activiteit 1 nieuwe gebeurtenis' }).click();

    const entry = hers.locator('[data-activity="like"]');
    await entry.getByText('Nieuw').waitFor();
    expect(await accessibilityFaults(hers)).toEqual([]);
    await hers.getByRole('link', { name: 'Activiteit', exact: true }).waitFor();
    await entry.getByRole('link', { name: 'Bram vindt je leuk.' }).click();
    await hers.waitForURL(`**/likes/m/${bram}`);
    await hers.goBack();
    await entry.waitFor();
  });

  test(`several likes of one day are one entry with faces (${device})`, async () => {
    const { rows } = await database.query<{ id: number }>(
      `select id from profiles where listed and kind = 'member' and gender = 'male' and id <> $1 order by id limit 3`,
      [bram],
    );
    for (const { id } of rows) await like(Number(id));
    const hers = await pageOf('anna', '/activity', { device });
    const entry = hers.locator('[data-activity="like"]');
    await entry.getByRole('link', { name: '3 mensen vinden je leuk.' }).waitFor();
    expect(await entry.getByRole('link').count()).toBe(4);
    expect(await accessibilityFaults(hers)).toEqual([]);
    await entry.getByRole('link', { name: '3 mensen vinden je leuk.' }).click();
    await hers.waitForURL('**/likes/received');
  });
}

test('an empty list leads to the members', async () => {
  const hers = await pageOf('anna', '/activity', { device: 'phone' });
  await hers.getByText('Er is nog niets gebeurd').waitFor();
  await hers.getByRole('link', { name: 'Kijk rond' }).click();
  await hers.waitForURL('**/members**');
});
