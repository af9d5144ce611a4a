import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { appReady, closePages, complaintsOf } from '#support/browser/browser.ts';
import { chatPages, field, log, storedOffline, write } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
let anna: number;
let bram: number;
const { idOf, pageOf } = chatPages(() => ({ site, browser, database }));

beforeAll(async () => {
  [anna, bram] = (await Promise.all(['anna', 'bram'].map(idOf))) as [number, number];
});
// Closes leftover pages, which would compete with the next test for the CPU. Until then a failure can report
// them.
beforeEach(() => closePages(browser));

async function setAccount(id: number, { credits = 0, premium = false, free = 0 }) {
  const { rows } = await database.query('select credits from members where id = $1', [id]);
  const change = credits - rows[0].credits;
  if (change > 0)
    await database.query(`select book_credits($1, 'operator_grant', $2, 'granted', $3, null)`, [
      id,
      change,
      randomUUID(),
    ]);
  if (change < 0)
    await database.query(`select book_credits($1, 'refund', $2, 'granted', $3, null)`, [
      id,
      change,
      randomUUID(),
    ]);
  await database.query('update members set paid_user = $2, free_messages_used = $3 where id = $1', [
    id,
    premium,
    5 - free,
  ]);
}

test('chats live between desktop and phone in two languages: typing, read receipts, line breaks, a gift', async () => {
  await setAccount(anna, { credits: 30, premium: true });
  await setAccount(bram, { credits: 10, premium: true });
  const [one, two] = await Promise.all([
    pageOf('anna', `/members/${bram}/chat`),
    pageOf('bram', `/en/members/${anna}/chat`, { device: 'phone', dark: true }),
  ]);
  const complaints = [complaintsOf(one), complaintsOf(two)];

  await write(one, 'Zie je dit meteen?');
  await log(two).getByText('Zie je dit meteen?').waitFor();
  await one.getByText(/^Gelezen/).waitFor();

  await field(two).pressSequentially('Yes');
  await log(one).getByText('Bram is aan het typen').waitFor({ state: 'attached' });
  await field(two).press('Shift+Enter');
  await field(two).pressSequentially('of course');
  await two.getByRole('button', { name: 'Send 1 credit', exact: true }).click();
  await log(one).getByText('Yes\nof course').waitFor();
  await log(one).getByText('Bram is aan het typen').waitFor({ state: 'detached' });

  await one.getByRole('button', { name: 'Cadeau geven (5 credits)' }).click();
  await one.getByText('een roos', { exact: true }).click();
  await one.getByRole('button', { name: /^Geef een roos/ }).click();
  await log(two).getByText('You got a rose').waitFor();
  await one.getByText('Dit gesprek kostte tot nu toe 6 credits').waitFor();
  expect(complaints.flat()).toEqual([]);
});

test('keeps an offline message over a reload and delivers it once', async () => {
  await setAccount(bram, { credits: 10, premium: true });
  const [one, two] = await Promise.all([
    pageOf('anna', `/members/${bram}/chat`),
    pageOf('bram', `/members/${anna}/chat`),
  ]);
  await two.route('**/api/chat.php', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await write(two, 'Uit de trein');
  await two.getByText('Verzenden…').waitFor();
  await expect.poll(() => storedOffline(two)).toBe(1);
  await two.unroute('**/api/chat.php');
  await two.reload();
  await log(one).getByText('Uit de trein').waitFor();
  await two.getByText(/^(Verzonden|Gelezen)/).waitFor();
  const { rows } = await database.query(
    `select count(*)::int as stored from messages where body = 'Uit de trein'`,
  );
  expect(rows[0].stored).toBe(1);
});

test('keeps a message without credits, leads to the credits, and sends it after the purchase', async () => {
  await setAccount(bram, { credits: 0, free: 1 });
  const page = await pageOf('bram', `/members/${anna}/chat`);
  await page.getByRole('button', { name: 'Verstuur gratis' }).waitFor();
  await write(page, 'De laatste gratis');
  await write(page, 'Deze kost een credit');
  await page.getByText('Je hebt niet genoeg credits om dit bericht naar Anna te sturen.').waitFor();
  await page.getByRole('link', { name: 'Credits kopen' }).click();
  await page.waitForURL(/\/credits\?return_to=%2Fchats%2F\d+$/);
  await database.query(`select book_credits($1, 'purchase', 50, 'sales', $2, null)`, [bram, randomUUID()]);
  await page.goto(`/members/${anna}/chat`);
  await page.getByText(/^(Verzonden|Gelezen)/).waitFor();
  await expect
    .poll(
      async () => (await database.query('select credits from members where id = $1', [bram])).rows[0].credits,
    )
    .toBe(49);
});

test('labels a fictional profile in list, header and composer, and asks once before the first paid message', async () => {
  await setAccount(bram, { credits: 10, premium: true });
  const { rows } = await database.query(
    `select id, name from profiles where kind = 'fictional' order by id limit 1`,
  );
  const { id, name } = rows[0];
  const page = await pageOf('bram', `/members/${id}/chat`);
  await page
    .getByText(`${name} is een fictief profiel. Je kunt ${name} niet in het echt ontmoeten.`)
    .waitFor();
  await write(page, 'Hallo daar');
  await page.getByRole('button', { name: 'Ik begrijp het, verstuur mijn bericht' }).click();
  await page.getByText(/^Verzonden/).waitFor();
  await expect.poll(() => page.locator('header').getByText('Fictief profiel').count()).toBe(1);
  await expect
    .poll(() => page.getByRole('navigation', { name: 'Gesprekken' }).getByText('Fictief profiel').count())
    .toBe(1);
  await write(page, 'En nog een');
  await log(page).getByText('En nog een').waitFor();
  await page.getByText(/^Verzonden/).waitFor();
});

test('syncs two tabs of one member, and deletes a message on both sides', async () => {
  await setAccount(anna, { credits: 10, premium: true });
  const tab = await pageOf('anna', `/members/${bram}/chat`);
  const other = await tab.context().newPage();
  await other.goto(`/members/${bram}/chat`);
  await appReady(other);
  const two = await pageOf('bram', `/members/${anna}/chat`);
  await write(tab, 'Uit het eerste tabblad');
  await log(other).getByText('Uit het eerste tabblad').waitFor();
  await other.getByRole('link', { name: '9 credits', exact: true }).waitFor();
  await log(two).getByText('Uit het eerste tabblad').waitFor();

  await log(tab).getByText('Uit het eerste tabblad').hover();
  await log(tab).getByRole('button', { name: 'Reageren en meer' }).last().click();
  await tab.getByRole('dialog').getByRole('button', { name: 'Bericht verwijderen' }).click();
  await tab.getByRole('dialog').getByRole('button', { name: 'Bericht verwijderen' }).click();
  await log(two).getByText('Dit bericht is verwijderd').last().waitFor();
  await log(other).getByText('Je hebt dit bericht verwijderd').last().waitFor();
});

test('restores a conversation with an alert when removing it fails', async () => {
  const page = await pageOf('anna', `/members/${bram}/chat`);
  await page.route('**/api/chat.php', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({
          status: 409,
          contentType: 'application/json',
          body: '{"error":"conflict","message":"Changed elsewhere"}',
        })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Meer over het gesprek met Bram' }).click();
  await page.getByRole('button', { name: 'Gesprek verwijderen' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('navigation', { name: 'Gesprekken' }).getByRole('link', { name: /Bram/ }).waitFor();
});

for (const dark of [false, true]) {
  test(`has no axe violations in list and conversation, ${dark ? 'dark' : 'light'}`, async () => {
    const page = await pageOf('anna', '/chats', { dark });
    for (const path of ['/chats', `/members/${bram}/chat`]) {
      await page.goto(path);
      await appReady(page);
      await page.waitForTimeout(500);
      expect(await accessibilityFaults(page), path).toEqual([]);
    }
  });
}
