import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { appReady, closePages, hydrated, newPage } from '#support/browser/browser.ts';
import { chatPages } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const { pageOf, idOf } = chatPages(() => ({ site, browser, database }));

beforeEach(async () => {
  await closePages(browser);
  await database.query('delete from shared_dates');
});

/** The value of a `datetime-local` field some hours from now, in the zone of the page's browser. */
const localTime = (page: Page, hours: number) =>
  page.evaluate((later) => {
    const at = new Date(Date.now() + later * 3_600_000);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, hours);

async function conversationOf(login: string, other: string): Promise<string> {
  const [me, you] = [await idOf(login), await idOf(other)];
  const { rows } = await database.query(
    'select conversation_id from participants where member_id = $1 and other_id = $2',
    [me, you],
  );
  return `/chats/${rows[0].conversation_id}`;
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const device of ['desktop', 'phone'] as const)
  test(`a member shares a date from the conversation, and the friend sees the check-in (${device})`, async () => {
    const { rows } = await database.query(
      `select o.name from participants s join profiles o on o.id = s.other_id
       where s.member_id = $1 and o.kind = 'member' and not s.hidden order by s.last_message_id desc limit 1`,
      [await idOf('anna')],
    );
    const name: string = rows[0].name;
    const page = await pageOf('anna', await conversationOf('anna', name.toLowerCase()), { device });
    await page.getByRole('button', { name: `Meer over het gesprek met ${name}` }).click();
    await page.getByRole('link', { name: 'Mijn date delen' }).click();
    await page.waitForURL('**/share-date');
    const who = page.getByLabel('Met wie');
    await hydrated(who);
    expect(await who.inputValue()).toBe(name);
    const make = page.getByRole('button', { name: 'Link maken' });
    await make.click();
    await page.getByText('Kies een tijd binnen de komende 60 dagen.').waitFor();
    await page.getByLabel('Wanneer').fill(await localTime(page, -1));
    await page.getByLabel('Waar').fill('Café De Zwaan');
    await page.getByLabel('Vraag of ik veilig thuis ben').selectOption('2');
    await make.click();
    const link = page.getByLabel('Link voor je vriend');
    await link.waitFor();
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    const url = await link.inputValue();

    const friend = await newPage(browser, { baseURL: site.url, device });
    const referrers: (string | undefined)[] = [];
    friend.on('request', (request) => referrers.push(request.headers()['referer']));
    const answer = await friend.goto(url);
    expect(answer!.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
    await friend.getByRole('heading', { name: `Anna spreekt af met ${name}` }).waitFor();
    await friend.getByText('Café De Zwaan').waitFor();
    await friend.getByText('Heeft zich nog niet gemeld').waitFor();
    expect(await friend.title()).not.toMatch(new RegExp(`Anna|${name}`));
    await appReady(friend);
    expect(await accessibilityFaultsInBothThemes(friend)).toEqual([]);
    expect(await overflow(friend)).toBe(0);
    expect(referrers.filter((one) => one?.includes('token'))).toEqual([]);

    await page.getByRole('button', { name: 'Het gaat goed met me' }).click();
    await page.getByText(/^Je hebt je gemeld om/).waitFor();
    await friend.reload();
    await friend.getByText(/^Gemeld om/).waitFor();

    await page.getByRole('button', { name: 'Wijzigen' }).click();
    const edited = page.getByRole('main').getByRole('listitem');
    await edited.getByLabel('Waar').fill('Het station');
    await edited.getByRole('button', { name: 'Bewaren' }).click();
    await page.getByText('Het station').waitFor();
    await friend.reload();
    await friend.getByText('Het station').waitFor();
    await friend.getByText(/^Gemeld om/).waitFor();

    await page.getByRole('button', { name: 'Link beëindigen' }).click();
    await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(0);
    await friend.reload();
    await friend.getByRole('heading', { name: 'Deze link werkt niet' }).waitFor();
    expect(await accessibilityFaultsInBothThemes(friend)).toEqual([]);
  });

test('a page that is open at the friend loses the date once the link is ended', async () => {
  await database.query(
    `insert into shared_dates (member_id, client_id, who, place, note, starts_at, time_zone, expires_at)
     values ($1, gen_random_uuid(), 'Bram', 'Café De Zwaan', '', now() + interval '1 hour', 'America/New_York', now() + interval '1 day')`,
    [await idOf('anna')],
  );
  const page = await pageOf('anna', '/share-date');
  const friend = await newPage(browser, { baseURL: site.url });
  await friend.clock.install();
  await friend.goto(await page.getByLabel('Link voor je vriend').inputValue());
  await appReady(friend);
  await friend.getByText('De tijden zijn die van America/New York.').waitFor();
  await friend.getByText('Niet afgesproken').waitFor();
  await database.query('delete from shared_dates');
  await friend.clock.fastForward(31_000);
  await friend.getByRole('heading', { name: 'Deze link werkt niet' }).waitFor();
  expect(await friend.getByText('Café De Zwaan').count()).toBe(0);
});

for (const device of ['desktop', 'phone'] as const)
  test(`the page of a reminder checks in by a press, and says when its link has ended (${device})`, async () => {
    const page = await newPage(browser, { baseURL: site.url, device });
    await page.goto('/check-in?token=none');
    const press = page.getByRole('button', { name: 'Het gaat goed met me' });
    await hydrated(press);
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    await press.press('Enter');
    await page.getByText('Deze link werkt niet meer.').waitFor();
    await page.route('**/api/check-in.php', (route) =>
      route.fulfill({ json: { checked_in_at: '2026-11-28T22:10:00Z' } }),
    );
    await press.click();
    await page.getByText(/^De pagina van je vriend laat zien dat je je om/).waitFor();
    expect(await press.count()).toBe(0);
  });

for (const device of ['desktop', 'phone'] as const)
  test(`the way out leaves the site without a way back to the page (${device})`, async () => {
    const page = await newPage(browser, { baseURL: site.url, device });
    await page.route('https://www.google.com/', (route) => route.fulfill({ body: 'Elsewhere' }));
    const out = page.getByRole('link', { name: 'Deze site verlaten' });
    const leaves = async (how: () => Promise<unknown>) => {
      await page.goto('/login');
      await page.goto('/safety');
      await appReady(page);
      await hydrated(out);
      expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
      await how();
      await page.waitForURL('https://www.google.com/');
      await page.goBack();
      await page.waitForURL('**/login');
    };
    await leaves(() => out.click());
    await leaves(() => out.press('Enter'));
    await leaves(async () => {
      for (let i = 0; i < 3; i++) await page.keyboard.press('Shift');
    });
    await page.goto('/safety');
    await appReady(page);
    await hydrated(out);
    for (const key of ['Shift', 'Shift', 'a', 'Shift', 'Escape', 'Escape']) await page.keyboard.press(key);
    expect(page.url()).toMatch(/\/safety$/);
    expect(await page.evaluate(() => document.documentElement.hidden)).toBe(false);
  });

test('the menu of a conversation leaves the site without a way back to the conversation', async () => {
  const page = await pageOf('anna', '/chats', { device: 'phone' });
  await page.route('https://www.google.com/', (route) => route.fulfill({ body: 'Elsewhere' }));
  await page.locator('main a[href^="/chats/"]').first().click();
  await page.getByRole('button', { name: /^Meer over het gesprek met/ }).click();
  await page.getByRole('button', { name: 'Deze site verlaten' }).click();
  await page.waitForURL('https://www.google.com/');
  await page.goBack();
  await page.waitForURL('**/chats');
});

test('a visitor logs in before sharing a date', async () => {
  const page = await newPage(browser, { baseURL: site.url });
  await page.goto('/share-date');
  await page.waitForURL(/\/login\?/);
});
