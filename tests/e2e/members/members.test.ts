import pg from 'pg';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { appReady, closePages, complaintsOf, newPage, type PageOptions } from '#support/browser/browser.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
beforeAll(async () => {
  await plantMembers(60, 'female');
  await plantMembers(10, 'male');
});

// Closes leftover pages, which would compete with the next test for the CPU. Until then a failure can report
// them.
beforeEach(() => closePages(browser));

/** Inserts enough members for several pages, without portraits, which take long to draw. */
async function plantMembers(count: number, gender: 'female' | 'male') {
  const client = new pg.Client(site.databaseUrl());
  await client.connect();
  await client.query(
    `with planted as (insert into members (status, language) select 'active', 'nl' from generate_series(1, $1) returning id)
     insert into profiles (id, name, gender, gender_sought, date_of_birth, country, region, city, status)
     select id, 'Lid ' || id, $2, case $2 when 'male' then 'female' else 'male' end, date '1980-01-01' + (id % 20)::int * 365, 'NL', 'Utrecht', 'Utrecht', 'active' from planted`,
    [count, gender],
  );
  await client.end();
}

async function pageOf(login: string | null, options: PageOptions = {}): Promise<Page> {
  const page = await newPage(browser, { baseURL: site.url, ...options });
  if (login)
    await page.request.post('/api/user.php', { data: { email: emailOf(login), password: demoPassword } });
  return page;
}
async function open(page: Page, path: string) {
  // Does not wait for the load event, which needs every image.
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await appReady(page);
}
const cards = (page: Page) =>
  page.locator('main article').filter({ has: page.locator('a[href*="/members/"]') });
const headingOf = (page: Page) => page.locator('main h1');
const ask = async (page: Page, method: 'GET' | 'POST' | 'DELETE', path: string, data?: unknown) =>
  (
    await page.request.fetch(path, { method, ...(data === undefined ? {} : { data: data as object }) })
  ).json();

test('keeps filters in the URL, and restores page and scroll position on back and forward', async () => {
  const page = await pageOf('bram');
  const complaints = complaintsOf(page);
  await open(page, '/members');
  await page.getByRole('button', { name: 'Alle filters' }).click();
  const sheet = page.locator('dialog[open]');
  await sheet.getByLabel('Van').selectOption('25');
  await sheet.getByLabel('Tot en met').selectOption('60');
  await sheet.getByRole('button', { name: 'Toon leden' }).click();
  await page.waitForURL('**/members?min_age=25&max_age=60');
  await page.getByText('25–60').waitFor();

  await cards(page).nth(23).scrollIntoViewIfNeeded();
  await expect.poll(() => cards(page).count()).toBeGreaterThan(24);
  const card = cards(page).nth(26);
  await card.scrollIntoViewIfNeeded();
  const name = (await card.getByRole('link').textContent())!;
  const scrolled = await page.evaluate(() => scrollY);
  await card.getByRole('link').click();
  await page.waitForURL(/\/members\/\d+$/);
  await expect.poll(() => headingOf(page).textContent()).toBe(name);
  await page.goBack();
  await page.waitForURL('**/members?min_age=25&max_age=60');
  await cards(page).nth(26).waitFor();
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - scrolled)).toBeLessThan(200);
  await page.goForward();
  await expect.poll(() => headingOf(page).textContent()).toBe(name);
  expect(complaints).toEqual([]);
});

test('shows a message and a next step when nobody matches', async () => {
  const page = await pageOf('bram', { device: 'phone' });
  await open(page, '/en/members?country=NL&region=Zeeland&min_age=98&max_age=99&gender=male');
  await page.getByText('No members matched your search criteria.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => cards(page).count()).toBeGreaterThan(5);
  expect(new URL(page.url()).search).toBe('');
});

test('takes a region that the country does not have out of the address', async () => {
  const page = await pageOf('bram');
  await open(page, '/en/members?min_age=25&country=NL&region=Atlantis');
  expect(new URL(page.url()).search).toBe('?min_age=25&country=NL');
  await open(page, '/en/members?country=NL&region=Utrecht');
  expect(new URL(page.url()).search).toBe('?country=NL&region=Utrecht');
  await page.getByText('Utrecht', { exact: true }).first().waitFor();
});

test('celebrates a mutual like, closes it on any click, and leads to the chat', async () => {
  const [anna, bram] = [await pageOf('anna'), await pageOf('bram')];
  const ids = {
    anna: (await ask(anna, 'GET', '/api/user.php')).id,
    bram: (await ask(bram, 'GET', '/api/user.php')).id,
  };
  await ask(anna, 'DELETE', '/api/like.php', { profile: ids.bram });
  await ask(bram, 'DELETE', '/api/like.php', { profile: ids.anna });
  await ask(anna, 'POST', '/api/like.php', { profile: ids.bram });

  await open(anna, '/members');
  await open(bram, `/members/${ids.anna}`);
  await bram.getByText('Anna vindt je leuk').waitFor();
  await bram.getByRole('button', { name: 'Like', exact: true }).click();
  const over = bram.locator('dialog[open]');
  await over.getByText('Jij en Anna').waitFor();
  await bram.mouse.click(30, 30);
  await over.waitFor({ state: 'detached' });
  expect(await bram.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
  await bram.getByText('Jullie vinden elkaar leuk').waitFor();

  const other = anna.locator('dialog[open]');
  await other.getByText('Jij en Bram').waitFor();
  await other.getByRole('button', { name: 'Zeg hallo tegen Bram' }).click();
  await anna.waitForURL(`**/members/${ids.bram}/chat`);
});

test('shows a like on the card immediately and withdraws it on a second click', async () => {
  const page = await pageOf('bram', { device: 'phone' });
  await open(page, '/members?sort=active&min_age=30&max_age=50');
  const heart = cards(page).nth(5).getByRole('button');
  const before = await heart.getAttribute('aria-pressed');
  await heart.click();
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe(before === 'true' ? 'false' : 'true');
  await page.keyboard.press('Escape'); // close a possible match dialog
  await page.reload();
  await appReady(page);
  expect(await cards(page).nth(5).getByRole('button').getAttribute('aria-pressed')).toBe(
    before === 'true' ? 'false' : 'true',
  );
  await cards(page).nth(5).getByRole('button').click();
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe(before);
});

test('opens signup when a visitor acts: a dialog on a desktop, a page on a phone', async () => {
  const { results } = await ask(await pageOf(null), 'GET', '/api/members.php?country=NL&gender=female');
  const someone = results.find((card: { kind: string }) => card.kind === 'member');
  const desktop = await pageOf(null);
  for (const act of ['Stuur een bericht', 'Like', 'Stuur een cadeau']) {
    // A separate history entry, because the dialog belongs to the one where it was opened.
    await desktop.goto('about:blank');
    await open(desktop, `/members/${someone.id}`);
    await desktop.getByRole('button', { name: act, exact: true }).first().click();
    await desktop.locator('dialog[open]').getByText(someone.name).first().waitFor();
  }
  const phone = await pageOf(null, { device: 'phone' });
  await open(phone, `/members/${someone.id}`);
  await phone.getByRole('button', { name: 'Like', exact: true }).first().click();
  await phone.waitForURL(`**/signup?act=like&profile=${someone.id}*`);
});

test('informs a blocked member of the block, and lets the blocker unblock', async () => {
  const [anna, bram] = [await pageOf('anna', { language: 'en-GB' }), await pageOf('bram')];
  const { results } = await ask(bram, 'GET', '/api/members.php?country=NL&gender=female&cursor=');
  const someone = results.at(-1);
  await open(bram, `/en/members/${someone.id}`);
  await bram.getByRole('button', { name: 'More', exact: true }).click();
  await bram.getByRole('button', { name: `Block ${someone.name}` }).click();
  await bram.locator('dialog[open]').getByRole('button', { name: 'Block', exact: true }).click();
  await bram.waitForURL('**/en/members');
  await open(bram, `/en/members/${someone.id}`);
  await bram.getByRole('button', { name: 'Unblock' }).click();
  await bram.getByRole('button', { name: 'Like', exact: true }).waitFor();

  const ids = {
    anna: (await ask(anna, 'GET', '/api/user.php')).id,
    bram: (await ask(bram, 'GET', '/api/user.php')).id,
  };
  await ask(bram, 'POST', '/api/block.php', { profile: ids.anna });
  await anna.goto(`/en/members/${ids.bram}`, { waitUntil: 'domcontentloaded' });
  await anna.getByText("You're blocked by Bram. You do not have access to this page.").waitFor();
  await ask(bram, 'DELETE', '/api/block.php', { profile: ids.anna });
});

test('plays the swipe game by keyboard and mouse, four likes a day, then counts down', async () => {
  const page = await pageOf('anna');
  await open(page, '/en/swipe-game');
  const onTop = () => page.getByRole('group').first().getAttribute('aria-label');
  const next = async (choose: () => Promise<void>) => {
    const before = await onTop();
    await choose();
    await expect
      .poll(async () => (await page.getByRole('timer').count()) > 0 || (await onTop()) !== before)
      .toBe(true);
    await page.keyboard.press('Escape'); // close a possible match dialog
  };
  await next(() => page.keyboard.press('ArrowLeft'));
  await page.getByText('4 likes left today').waitFor();
  await next(() => page.keyboard.press('ArrowRight'));
  await page.getByText('3 likes left today').waitFor();
  await next(async () => {
    const box = (await page.getByRole('group').first().boundingBox())!;
    await page.mouse.move(box.x + 150, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 330, box.y + 210, { steps: 8 });
    await page.mouse.up();
  });
  await page.getByText('2 likes left today').waitFor();
  for (let left = 2; left > 0; left--)
    await next(() => page.getByRole('button', { name: 'Like', exact: true }).click());
  await page.getByRole('timer').waitFor();
  expect(await page.getByRole('timer').textContent()).toMatch(/^\d\d:\d\d:\d\d$/);
});

test('shows a like after the seconds in the query t, and removes t from the URL', async () => {
  const page = await pageOf('anna', { device: 'phone' });
  await open(page, '/en/members?sort=active&t=1');
  await page.locator('dialog[open]').getByRole('button', { name: 'View the profile' }).first().waitFor();
  expect(new URL(page.url()).search).toBe('?sort=active');
  await page.locator('dialog[open]').getByRole('button', { name: 'View the profile' }).last().click();
  await page.waitForURL(/\/en\/members\/\d+$/);
});

test('returns a number for a complaint about a profile', async () => {
  const page = await pageOf('bram', { device: 'phone' });
  const { results } = await ask(page, 'GET', '/api/members.php?country=NL&gender=female');
  await open(page, `/en/complaints?profile=${results[3].id}`);
  await page.getByText(results[3].name).first().waitFor();
  await page.getByLabel('What is it about?').selectOption('spam');
  await page.getByLabel('What happened?').fill('She asked me to buy gift cards.');
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.getByText(/Your report has number \d+/).waitFor();
});

test('has no axe violations on the screens of a free member on a desktop, in both themes', async () => {
  const page = await pageOf('bram');
  const { results } = await ask(page, 'GET', '/api/members.php?country=NL&gender=female');
  const found: string[] = [];
  for (const path of [
    '/members',
    `/members/${results[0].id}`,
    '/likes',
    '/likes/matches',
    '/swipe-game',
    '/complaints',
  ]) {
    await open(page, path);
    await page.waitForTimeout(400);
    found.push(...(await accessibilityFaultsInBothThemes(page)).map((fault) => `${path}, ${fault}`));
  }
  expect(found).toEqual([]);
});
