import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { emailOf } from '#seeds/people.ts';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { closePages } from '#support/browser/browser.ts';
import { chatPages } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

// "Not my acquaintances" (docs/product.md 6.22), as two members see it.

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
  await database.query('delete from acquaintances');
  await database.query('delete from acquaintance_imports');
});

const statusOf = async (page: Page, id: number) =>
  (await page.request.get(`/api/member.php?id=${id}`)).status();

const openFile = (page: Page, name: string, content: string | Buffer) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });

const vCard = `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Bram van hiernaast\r\nEMAIL:${emailOf('bram')}\r\nTEL:06 12345678\r\nEND:VCARD\r\n`;

for (const device of ['desktop', 'phone'] as const) {
  test(`a member blocks a file of contacts, removes it and undoes that (${device})`, async () => {
    const his = await pageOf('bram', '/members', { device });
    expect(await statusOf(his, anna)).toBe(200);

    const hers = await pageOf('anna', '/notifications', { device });
    await hers.getByRole('link', { name: 'Niet mijn bekenden' }).click();
    await hers.getByText('Je hebt geen contacten geblokkeerd.').waitFor();
    expect(await accessibilityFaults(hers)).toEqual([]);

    await openFile(hers, 'photo.vcf', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]));
    await hers.getByText(/Er staan geen contacten in die we kunnen lezen/).waitFor();
    await openFile(hers, 'contacts.vcf', vCard);
    await hers.getByText('2 nummers en adressen gevonden.').waitFor();
    expect(await accessibilityFaults(hers)).toEqual([]);
    const [sent] = await Promise.all([
      hers.waitForRequest(
        (request) => request.method() === 'POST' && request.url().includes('acquaintances'),
      ),
      hers.getByRole('button', { name: 'Blokkeren' }).click(),
    ]);
    expect(sent.postData()).not.toMatch(/@|12345678|Bram/);
    await hers.getByText(/^Toegevoegd op/).waitFor();
    await expect.poll(() => statusOf(his, anna)).toBe(404);
    expect(await statusOf(hers, bram)).toBe(404);
    expect(await accessibilityFaults(hers)).toEqual([]);

    await hers.getByRole('button', { name: /^Lijst van .* verwijderen$/ }).click();
    await hers.getByText('Je hebt geen contacten geblokkeerd.').waitFor();
    expect([await statusOf(his, anna), await statusOf(hers, bram)]).toEqual([200, 200]);
    await hers.getByRole('button', { name: 'Ongedaan maken' }).click();
    await hers.getByText(/^Toegevoegd op/).waitFor();
    await expect.poll(() => statusOf(his, anna)).toBe(404);
  });

  test(`a member pastes contacts, and picks them where the browser can (${device})`, async () => {
    const page = await pageOf('anna', '/', { device });
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'contacts', {
        value: { select: async () => [{ tel: ['+49 1512 3456789'], email: ['x@example.test'] }] },
      });
    });
    await page.goto('/acquaintances');
    const text = page.getByLabel('Mobiele nummers en e-mailadressen');
    const block = page.getByRole('button', { name: 'Blokkeren' });
    await text.fill('020 624 1111, geen adres');
    await block.click();
    await page.getByText('Er staat geen mobiel nummer of e-mailadres in.').waitFor();
    await text.fill(Array.from({ length: 5001 }, (_, index) => `p${index}@example.test`).join(' '));
    await block.click();
    await page.getByText('Dat zijn 5.001 nummers en adressen.', { exact: false }).waitFor();
    await text.fill('06 12345678\nx@example.test');
    await block.click();
    await page.getByRole('listitem').filter({ hasText: '2 nummers en adressen' }).waitFor();
    expect(await text.inputValue()).toBe('');

    await page.getByRole('button', { name: 'Kiezen uit mijn contacten' }).click();
    await page.getByText('2 nummers en adressen gevonden.').waitFor();
    await block.click();
    await page.getByRole('button', { name: 'Alles verwijderen' }).click();
    await page.getByText('Je hebt geen contacten geblokkeerd.').waitFor();
  });
}

test('says that the lists could not be loaded, and loads them again', async () => {
  const page = await pageOf('anna', '/notifications', { device: 'phone' });
  await page.route('**/api/acquaintances.php*', (route) => route.abort());
  await page.getByRole('link', { name: 'Niet mijn bekenden' }).click();
  const retry = page.getByRole('button', { name: 'Opnieuw proberen' });
  await retry.waitFor();
  await page.unroute('**/api/acquaintances.php*');
  await retry.click();
  await page.getByText('Je hebt geen contacten geblokkeerd.').waitFor();
});
