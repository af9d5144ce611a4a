import { beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { closePages, hydrated } from '#support/browser/browser.ts';
import { chatPages } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const { pageOf, idOf } = chatPages(() => ({ site, browser, database }));

const SEARCH = '/members?country=BE&gender=all&min_age=0&max_age=999';

beforeEach(async () => {
  await closePages(browser);
  for (const table of ['trips', 'blocks']) await database.query(`delete from ${table}`);
});

/** A day of anna's time zone, whatever browser she used last. */
async function day(ahead: number): Promise<string> {
  const { rows } = await database.query(
    `select ((now() at time zone coalesce(time_zone, 'Europe/Amsterdam'))::date + $2::int)::text as day from members where id = $1`,
    [await idOf('anna'), ahead],
  );
  return rows[0].day;
}

/** Trips to Gent of these members, under way. */
async function plantTrips(members: number[]) {
  for (const member of members)
    await database.query(
      `insert into trips (member_id, client_id, country, region, city, starts_on, ends_on, starts_at, ends_at)
       values ($1, gen_random_uuid(), 'BE', 'Oost-Vlaanderen', 'Gent', '2026-12-01', '2026-12-12', now() - interval '1 hour', now() + interval '1 day')`,
      [member],
    );
}

for (const device of ['desktop', 'phone'] as const)
  for (const dark of [false, true])
    test(`a member enters a trip, is found where it leads, and deletes it (${device}, ${dark ? 'dark' : 'light'})`, async () => {
      const page = await pageOf('anna', '/notifications', { device, dark });
      await page.getByRole('link', { name: 'Reizen', exact: true }).click();
      const add = page.getByRole('button', { name: 'Reis toevoegen' });
      await add.click();
      for (const fault of [
        'Kies een plaats.',
        'Kies een dag vanaf vandaag',
        'Kies een dag vanaf de eerste dag',
      ])
        await page.getByText(fault).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('combobox', { name: 'Land' }).selectOption('BE');
      await page.getByRole('combobox', { name: 'Provincie' }).selectOption('Oost-Vlaanderen');
      await page.getByRole('combobox', { name: 'Plaats' }).selectOption('Gent');
      await page.getByLabel('Eerste dag').fill(await day(0));
      await page.getByLabel('Laatste dag').fill(await day(11));
      await add.click();
      const trips = page.getByRole('list', { name: 'Jouw reizen' });
      await trips.getByText('Je wordt hier nu gevonden').waitFor();
      expect(await page.getByLabel('Eerste dag').inputValue()).toBe('');
      expect(await accessibilityFaults(page)).toEqual([]);

      const other = await pageOf('bram', SEARCH, { device, dark });
      const travellers = other.getByRole('region', { name: 'Nu hier op reis' });
      await travellers.getByText(/^in Gent tot en met \d/).waitFor();
      expect(await accessibilityFaults(other)).toEqual([]);
      await travellers.getByRole('link', { name: /^Anna/ }).press('Enter');
      await other.waitForURL(`**/members/${await idOf('anna')}`);

      const search = trips.getByRole('link', { name: 'Zoek in de buurt van Gent' });
      expect(await search.getAttribute('href')).toMatch(
        /\/members\?country=BE&town=Gent&radius=25&sort=newest$/,
      );
      await trips.getByRole('button', { name: 'Verwijderen' }).press('Enter');
      await page.getByText('Je wordt daar niet meer gevonden').waitFor();
      await expect.poll(() => trips.count()).toBe(0);
      await other.goto(SEARCH);
      await other.getByRole('region', { name: 'Gevonden profielen' }).waitFor();
      expect(await travellers.count()).toBe(0);
    });

test('a trip ahead is found by nobody, and a member with all trips is told so', async () => {
  const page = await pageOf('anna', '/notifications/trips', { device: 'phone' });
  const from = [await day(1), await day(5), await day(9)];
  for (const starts_on of from)
    await page.request.post('/api/trips.php', {
      data: {
        client_id: crypto.randomUUID(),
        country: 'BE',
        region: 'Oost-Vlaanderen',
        city: 'Gent',
        starts_on,
        ends_on: starts_on,
      },
    });
  await page.reload();
  expect(await page.getByText('Tot de eerste dag zie alleen jij dit').count()).toBe(3);
  await page.getByText('Je hebt 3 reizen, meer kan niet tegelijk').waitFor();
  expect(await page.getByRole('button', { name: 'Reis toevoegen' }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  const other = await pageOf('bram', SEARCH);
  await other.getByRole('region', { name: 'Gevonden profielen' }).waitFor();
  expect(await other.getByRole('region', { name: 'Nu hier op reis' }).count()).toBe(0);
});

test('an overlapping trip keeps what was typed, and says why', async () => {
  await plantTrips([await idOf('anna')]);
  await database.query(`update trips set starts_on = $1, ends_on = $1`, [await day(0)]);
  const page = await pageOf('anna', '/notifications/trips');
  const land = page.getByRole('combobox', { name: 'Land' });
  await hydrated(land);
  await land.selectOption('BE');
  await page.getByRole('combobox', { name: 'Provincie' }).selectOption('Oost-Vlaanderen');
  await page.getByRole('combobox', { name: 'Plaats' }).selectOption('Aalst');
  for (const label of ['Eerste dag', 'Laatste dag']) await page.getByLabel(label).fill(await day(0));
  await page.getByRole('button', { name: 'Reis toevoegen' }).click();
  await page.getByText('Je hebt al een reis in deze dagen.').waitFor();
  expect(await page.getByRole('combobox', { name: 'Plaats' }).inputValue()).toBe('Aalst');
});

test('more than twelve travellers follow on demand', async () => {
  const { rows } = await database.query(
    `select id from profiles where listed and country <> 'BE' and name not in ('Anna', 'Bram') order by id limit 13`,
  );
  await plantTrips(rows.map(({ id }) => Number(id)));
  const page = await pageOf('bram', SEARCH, { device: 'phone' });
  const travellers = page.getByRole('region', { name: 'Nu hier op reis' });
  await expect.poll(() => travellers.getByRole('link').count()).toBe(12);
  const more = travellers.getByRole('button', { name: 'Meer tonen' });
  await hydrated(more);
  await more.press('Enter');
  await expect.poll(() => travellers.getByRole('link').count()).toBe(13);
});

test('trips that cannot be loaded are asked for again', async () => {
  const page = await pageOf('anna', '/notifications', { device: 'phone' });
  let fails = true;
  await page.route('**/api/trips.php', (route) =>
    fails ? route.fulfill({ status: 400, json: { error: { code: 'invalid' } } }) : route.continue(),
  );
  await page.getByRole('link', { name: 'Reizen', exact: true }).click();
  await page.getByText('Je reizen konden niet worden geladen.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  fails = false;
  await page.getByRole('button', { name: 'Opnieuw proberen' }).click();
  await page.getByRole('button', { name: 'Reis toevoegen' }).waitFor();
});
