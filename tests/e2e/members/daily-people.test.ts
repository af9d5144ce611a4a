import { beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { closePages, hydrated, newPage } from '#support/browser/browser.ts';
import { chatPages } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const { pageOf, idOf } = chatPages(() => ({ site, browser, database }));

beforeEach(async () => {
  await closePages(browser);
  for (const table of ['daily_people', 'daily_choices', 'likes', 'blocks'])
    await database.query(`delete from ${table}`);
});

/** Chooses these for anna's day, however the clock of her time zone stands. */
async function choose(logins: string[]) {
  const anna = await idOf('anna');
  await database.query(`insert into daily_choices values ($1, current_date + 1)`, [anna]);
  for (const [at, login] of logins.entries())
    await database.query(`insert into daily_people values ($1, $2, current_date + 1, $3)`, [
      anna,
      await idOf(login),
      at,
    ]);
}

for (const device of ['desktop', 'phone'] as const)
  for (const dark of [false, true])
    test(`a member comes from the search, likes somebody and opens the profile by keyboard (${device}, ${dark ? 'dark' : 'light'})`, async () => {
      await choose(['bram']);
      await database.query(
        `update profiles set interests = '{hiking}', hidden_fields = '{}' where name in ('Anna', 'Bram')`,
      );
      const page = await pageOf('anna', '/members', { device, dark });
      await page.getByRole('link', { name: 'Voor jou vandaag' }).press('Enter');
      const people = page.getByRole('region', { name: 'Voor jou vandaag' });
      await people.getByText(/^Jullie delen: Wandelen/).waitFor();
      expect(await people.getByRole('listitem').count()).toBe(1);
      expect(await accessibilityFaults(page)).toEqual([]);
      const like = people.getByRole('button', { name: 'Bram' });
      await hydrated(like);
      await like.click();
      await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');
      await people.getByRole('link', { name: /^Bram/ }).press('Enter');
      await page.waitForURL(`**/members/${await idOf('bram')}`);
    });

for (const device of ['desktop', 'phone'] as const)
  test(`a day without people leads to a wider search (${device})`, async () => {
    await choose([]);
    const page = await pageOf('anna', '/activity', { device });
    await page.getByRole('link', { name: 'Voor jou vandaag' }).click();
    await page.getByText('Vandaag past niemand nieuw bij jou').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Zoek in alle landen' }).waitFor();
    await page.getByRole('link', { name: 'Zoek in alle leeftijden' }).click();
    await page.waitForURL(/\/members\?min_age=0&max_age=999$/);
  });

test('somebody blocked on their profile is gone when the member comes back', async () => {
  await choose(['bram']);
  const page = await pageOf('anna', '/today');
  await page.getByRole('link', { name: /^Bram/ }).click();
  await page.getByRole('button', { name: 'Meer', exact: true }).click();
  await page.getByRole('button', { name: 'Bram blokkeren' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Blokkeren' }).click();
  await page.waitForURL('**/members');
  await page.getByRole('link', { name: 'Voor jou vandaag' }).click();
  await page.getByText('Vandaag past niemand nieuw bij jou').waitFor();
  expect(await page.getByRole('link', { name: /^Bram/ }).count()).toBe(0);
});

test('a member without the consent to intimate data is led to the settings', async () => {
  const anna = await idOf('anna');
  const withdraw = (at: string) =>
    database.query(`update members set intimate_consent_withdrawn_at = ${at} where id = $1`, [anna]);
  await withdraw('now()');
  try {
    const page = await pageOf('anna', '/today', { device: 'phone' });
    await page.getByText('Geen suggesties zonder je toestemming').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const ways = page.getByRole('main').getByRole('link', { name: 'Instellingen' });
    expect(await ways.getAttribute('href')).toMatch(/\/notifications\/privacy$/);
  } finally {
    await withdraw('null');
  }
});

test('people that cannot be loaded are asked for again', async () => {
  await choose(['bram']);
  const page = await pageOf('anna', '/activity', { device: 'phone' });
  let fails = true;
  await page.route('**/api/daily-people.php', (route) =>
    fails ? route.fulfill({ status: 400, json: { error: { code: 'invalid' } } }) : route.continue(),
  );
  await page.getByRole('link', { name: 'Voor jou vandaag' }).click();
  await page.getByText('De mensen van vandaag konden niet worden geladen.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  fails = false;
  await page.getByRole('button', { name: 'Opnieuw proberen' }).click();
  await page.getByRole('link', { name: /^Bram/ }).waitFor();
});

test('a visitor logs in first', async () => {
  const page = await newPage(browser, { baseURL: site.url });
  await page.goto('/today');
  await page.waitForURL(/\/login\?/);
});
