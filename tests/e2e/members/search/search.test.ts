import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { closePages } from '#support/browser/browser.ts';
import { cardsOf, memberPages } from '#support/browser/member-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';
import { changeSettings } from '#support/site-settings.ts';

const { site, browser } = await siteForTests();
const pages = await memberPages(site, browser);
let premium: number;
let free: number;
beforeAll(async () => {
  premium = await pages.plant({ name: 'Pieter', gender: 'male', premium: true });
  free = await pages.plant({ name: 'Frits', gender: 'male' });
});
beforeEach(() => closePages(browser));

const namesOn = async (page: Parameters<typeof cardsOf>[0]) =>
  (await cardsOf(page).locator('a').allTextContents()).map((text) => text.split(',')[0]);

test('lets premium members search by interests and appearance, with the filters in the URL', async () => {
  const query = { country: 'NZ', city: 'Auckland', region: 'Auckland' };
  await pages.plant({ name: 'Redhead', hair_color: 'red', interests: ['wine'], ...query });
  await pages.plant({ name: 'Blonde', hair_color: 'blond', interests: ['wine'], ...query });
  await pages.plant({ name: 'Sober', hair_color: 'red', interests: ['tea'], ...query });
  const page = await pages.page(premium, { device: 'phone' });
  await pages.open(page, '/en/members?country=NZ');
  await expect.poll(() => namesOn(page)).toEqual(expect.arrayContaining(['Sober', 'Blonde', 'Redhead']));
  await page.getByRole('button', { name: 'All filters' }).click();
  const sheet = page.locator('dialog[open]');
  await sheet
    .getByRole('group', { name: 'Hair colour' })
    .getByRole('button', { name: 'Red', exact: true })
    .click();
  await sheet.getByRole('group', { name: 'Interests' }).getByRole('button', { name: 'More' }).click();
  await sheet.getByRole('group', { name: 'Interests' }).getByRole('button', { name: 'Wine' }).click();
  await sheet.getByRole('button', { name: 'Show members' }).click();
  await page.waitForURL('**/en/members?country=NZ&interests=wine&hair_color=red');
  await expect.poll(() => page.getByText('1 profile', { exact: true }).count()).toBe(1);
  expect((await namesOn(page))[0]).toBe('Redhead');
  await page.getByText('2 premium filters').waitFor({ state: 'attached' });
  await page.getByRole('heading', { name: 'Maybe someone like this' }).waitFor();
  expect(await namesOn(page)).toEqual(expect.arrayContaining(['Blonde', 'Sober']));
  await page.reload();
  await expect.poll(async () => (await namesOn(page))[0]).toBe('Redhead');
  await page.goBack();
  await expect.poll(() => namesOn(page)).toEqual(expect.arrayContaining(['Sober', 'Blonde', 'Redhead']));
});

test('shows free members the premium filters and how to get them', async () => {
  const page = await pages.page(free, { device: 'phone' });
  await pages.open(page, '/en/members');
  await page.getByRole('button', { name: 'All filters' }).click();
  const sheet = page.locator('dialog[open]');
  await sheet.getByText('With premium you also search by interests').waitFor();
  expect(await sheet.getByRole('group', { name: 'Hair colour' }).count()).toBe(0);
  await sheet.getByRole('link', { name: 'Get Premium' }).click();
  await page.waitForURL('**/en/premium');
  await pages.open(page, '/en/members?hair_color=red');
  await page.getByRole('heading', { name: 'These filters come with premium' }).waitFor();
  await page.getByRole('button', { name: 'Search without them' }).click();
  await page.waitForURL('**/en/members');
  await expect.poll(() => cardsOf(page).count()).toBeGreaterThan(0);
});

test('shows distance bands on cards and profiles to members with a city', async () => {
  const far = { country: 'AU', city: 'Newcastle', region: 'New South Wales', lat: -32.92953, lon: 151.7801 };
  const someone = await pages.plant({ name: 'Faraway', ...far });
  const neighbour = await pages.plant({
    name: 'Sydneyan',
    gender: 'male',
    ...far,
    city: 'Sydney',
    lat: -33.86785,
    lon: 151.20732,
  });
  const page = await pages.page(neighbour);
  await pages.open(page, '/en/members?country=AU');
  const card = cardsOf(page).filter({ hasText: 'Faraway' });
  expect(await card.getByText('within 250 km').count()).toBe(1);
  await card.getByRole('link').click();
  await page.getByText('within 250 km').waitFor();
  const visitor = await pages.page(null);
  await pages.open(visitor, `/en/members/${someone}`);
  await visitor.getByRole('heading', { name: 'Faraway' }).first().waitFor();
  expect(await visitor.getByText(/within \d/).count()).toBe(0);
});

test('lists recently viewed profiles, latest first and labelled, empties the list, and hides it from others', async () => {
  const fictional = await pages.plant({ name: 'Dreamy', kind: 'fictional' });
  const real = await pages.plant({ name: 'Really' });
  const page = await pages.page(premium);
  await pages.open(page, `/en/members/${fictional}`);
  await pages.open(page, `/en/members/${real}`);
  await page.getByRole('link', { name: 'Back to the members' }).click();
  const strip = page.getByRole('region', { name: 'Recently viewed' });
  await strip.getByRole('link').first().waitFor();
  expect((await strip.getByRole('link').allTextContents()).slice(0, 2)).toEqual([
    'Really',
    'DreamyFictional profile',
  ]);
  await strip.getByRole('link', { name: 'Dreamy' }).click();
  await page.waitForURL(`**/en/members/${fictional}`);
  await page.getByRole('heading', { name: 'Dreamy' }).first().waitFor();
  await page.goBack();
  await expect
    .poll(async () => (await strip.getByRole('link').allTextContents())[0])
    .toBe('DreamyFictional profile');
  await page.getByRole('button', { name: 'Clear recently viewed' }).click();
  await strip.waitFor({ state: 'detached' });
  await page.reload();
  await cardsOf(page).first().waitFor();
  expect(await strip.count()).toBe(0);
  const other = await pages.page(free);
  await pages.open(other, '/en/members');
  expect(await other.getByRole('region', { name: 'Recently viewed' }).count()).toBe(0);
});

test('shows an old like on the heart, and updates all cards at once', async () => {
  const place = { country: 'IE', city: 'Cork', region: 'Munster' };
  const old = await pages.plant({ name: 'Oldlike', ...place });
  const other = await pages.plant({ name: 'Nolike', ...place });
  const me = await pages.plant({ name: 'Liker', gender: 'male', ...place });
  await pages.query('insert into likes (liker_id, liked_id) values ($1, $2)', [me, old]);
  // More likes than likes.php returns on a page, all newer.
  await pages.query(
    `with planted as (insert into members (status, language) select 'active', 'en' from generate_series(1, 110) returning id),
     shown as (insert into profiles (id, name, gender, date_of_birth, country, status) select id, 'Crowd', 'female', '1980-01-01', 'FI', 'active' from planted returning id)
     insert into likes (liker_id, liked_id) select $1, id from shown`,
    [me],
  );
  const page = await pages.page(me, { device: 'phone' });
  await pages.open(page, '/en/members');
  await page.getByRole('button', { name: 'Unlike Oldlike' }).waitFor();
  await page.getByRole('button', { name: 'Like Nolike' }).click();
  await page.getByRole('button', { name: 'Unlike Nolike' }).waitFor();
  await cardsOf(page).filter({ hasText: 'Nolike' }).getByRole('link').click();
  await page.waitForURL(`**/members/${other}`);
  await page.getByRole('button', { name: 'Liked', exact: true }).click();
  await page.getByRole('button', { name: 'Like', exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Like Nolike' }).waitFor();
});

test('restores loaded pages and scroll position on back and forward', async () => {
  for (let i = 0; i < 55; i++)
    await pages.plant({ name: `Row${i}`, country: 'CA', city: 'Toronto', region: 'Ontario' });
  const page = await pages.page(premium, { device: 'phone' });
  await pages.open(page, '/en/members?country=CA&min_age=20');
  for (const shown of [24, 48]) {
    await cardsOf(page)
      .nth(shown - 1)
      .scrollIntoViewIfNeeded();
    await expect.poll(() => cardsOf(page).count()).toBeGreaterThan(shown);
  }
  const loaded = await cardsOf(page).count();
  const card = cardsOf(page).nth(50);
  await card.scrollIntoViewIfNeeded();
  await card.getByRole('link').click();
  await page.waitForURL(/\/members\/\d+$/);
  await page.getByRole('heading', { level: 1, name: 'Row' }).waitFor();
  await page.goBack();
  await expect.poll(() => cardsOf(page).count()).toBe(loaded);
  await expect
    .poll(() =>
      card.evaluate(
        (element) =>
          element.getBoundingClientRect().top > -200 && element.getBoundingClientRect().top < innerHeight,
      ),
    )
    .toBe(true);
});

test('shows cam listings as tiles that link out, those of partners only where the site resells', async () => {
  const place = { country: 'DK', city: 'Aarhus', region: 'Midtjylland' };
  const cam = await pages.plant({ name: 'Camilla', kind: 'cam', ...place });
  const resold = await pages.plant({ name: 'Resella', kind: 'cam', cam_variant: 'resell', ...place });
  const look = async () => {
    const page = await pages.page(premium);
    await pages.open(page, '/en/members?country=DK');
    const tile = cardsOf(page).filter({ hasText: 'Camilla' });
    await tile.getByText('Cam', { exact: true }).waitFor();
    return page;
  };
  const page = await look();
  expect(await cardsOf(page).filter({ hasText: 'Resella' }).count()).toBe(0);
  await pages.open(page, `/en/members/${cam}`);
  await page.getByText('This is a live cam.').waitFor();
  expect(await page.getByRole('link', { name: 'Watch live' }).getAttribute('href')).toBe(
    'https://cam.example',
  );
  expect(await page.getByRole('button', { name: 'Send a message' }).count()).toBe(0);

  await changeSettings(site, { member_resell: true });
  const again = await look();
  await cardsOf(again).filter({ hasText: 'Resella' }).getByText('Partner cam', { exact: true }).waitFor();
  await pages.open(again, `/en/members/${resold}`);
  await again.getByText("This is a partner's live cam.").waitFor();
});

test('lets visitors search as the site allows: never, always, or with a traffic source', async () => {
  await changeSettings(site, { logged_out_search: false });
  const page = await pages.page(null, { device: 'phone' });
  await pages.open(page, '/en/members');
  await page.getByRole('heading', { name: 'Members only' }).waitFor();
  expect(await cardsOf(page).count()).toBe(0);
  // The server-rendered page says so too.
  const html = await (await page.request.get('/en/members')).text();
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  expect(main).toContain('Members only');
  expect(main).not.toContain('All ages');
  await page.getByRole('button', { name: 'Sign up for free' }).last().click();
  await page.waitForURL('**/en/signup*');
  await page.request.post('/api/tracking.php', { data: { network: 'somewhere', remember: true } });
  await pages.open(page, '/en/members');
  await expect.poll(() => cardsOf(page).count()).toBeGreaterThan(0);
  const member = await pages.page(free);
  await pages.open(member, '/en/members');
  await expect.poll(() => cardsOf(member).count()).toBeGreaterThan(0);
  await changeSettings(site, { logged_out_search: true });
  const visitor = await pages.page(null);
  await pages.open(visitor, '/en/members');
  await expect.poll(() => cardsOf(visitor).count()).toBeGreaterThan(0);
});

test('has no axe violations in the filters, their results and a profile, in both themes', async () => {
  const found: string[] = [];
  for (const who of [premium, free]) {
    const page = await pages.page(who, { device: 'phone' });
    await pages.open(page, `/en/members/${who === premium ? free : premium}`);
    await pages.open(page, '/en/members');
    await page.getByRole('button', { name: 'All filters' }).click();
    await page.locator('dialog[open]').getByRole('heading', { name: 'Interests and looks' }).waitFor();
    found.push(...(await accessibilityFaultsInBothThemes(page)));
    await pages.open(page, '/en/members?hair_color=red,blond');
    found.push(...(await accessibilityFaultsInBothThemes(page)));
  }
  expect(found).toEqual([]);
});
